"""The log of an event as bytes: the same line, chain, seals, chance and footer as a game's."""
