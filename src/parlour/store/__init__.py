"""What outlives the process: the append-only log of every match, and the players and rooms beside it."""
