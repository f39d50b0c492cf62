"""Time limits of every match host. Imports nothing, since the command line shows them in its help."""

ANALYSIS_S = 0.5
"""Seconds of an analysis for each move, in games that need time."""
SOLUTION_S = 1.0
"""Seconds of a solver for a match that is over, whose player waits for it."""
