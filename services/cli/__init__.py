"""The command line `schichtbuch`: one command per file."""
