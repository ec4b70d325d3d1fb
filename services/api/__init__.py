"""The HTTP API: design section 6, one controller a file, for every registered game."""
