"""What every game shares: the contract, the log, the match, the random numbers. Imports languages, no game."""
