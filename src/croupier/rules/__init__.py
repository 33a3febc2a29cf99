"""The game as values and pure functions: clauses, pockets, the felt, positions, rulesets, settlement and odds."""
