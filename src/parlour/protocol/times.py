"""How long things take at every host of a match. Imports nothing: the command line says it in its help."""

ANALYSIS_S = 0.5
"""What an analysis may take for each move, where a game needs time."""
