"""Compiled parts of Dots and Boxes: the board as one integer, chains, the exact solver, tree searches. Imports core."""
