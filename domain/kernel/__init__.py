"""What all games share: the decider, chance, seals, refusals, the registry's types."""
