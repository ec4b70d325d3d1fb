"""The HTTP API: design section 6, one controller per file, for every registered game."""
