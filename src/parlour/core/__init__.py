"""What every game shares: the contract, the log, the match, the random numbers. No game is named here."""
