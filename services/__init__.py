"""Entry points: the command line, and with it everything a person starts."""
