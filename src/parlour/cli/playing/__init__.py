"""Commands that play, deal and solve, once or often. Import games and batch when they run."""
