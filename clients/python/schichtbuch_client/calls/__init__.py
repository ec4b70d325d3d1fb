"""The calls of the API, each described once for both clients."""
