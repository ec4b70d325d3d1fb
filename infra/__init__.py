"""Adapters to the world outside: files with keys, settings."""
