"""Pairing a round: what a pairing costs, whether it may stand, and how good it is proven to be."""
