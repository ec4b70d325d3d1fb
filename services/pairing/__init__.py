"""The solver of pairings: a search, bounds, and HiGHS where it is installed."""
