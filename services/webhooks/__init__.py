"""Webhooks: what the service tells programs by itself, by the Standard Webhooks specification."""
