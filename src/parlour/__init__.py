"""Parlour: a hub of small games in which every score can be replayed."""

__version__ = "0.2.0.dev0"
