"""The command line `schichtbuch`: one command a file."""
