"""Help for a player: the next step and why (``hint``), the pencil marks, whether the level can still be won.

Imports positions, levels and kernels, but not the rules. ``sayings`` are what a hint says as values,
``shown`` what a view has of it.
"""
