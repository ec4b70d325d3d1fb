"""The OpenAPI document: what every call takes and answers, in words and examples."""
