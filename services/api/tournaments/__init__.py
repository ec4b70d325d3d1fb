"""What the calls under `/tournaments` share."""
