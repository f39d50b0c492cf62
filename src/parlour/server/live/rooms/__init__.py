"""Rooms: who may do what in one, each change as one commit, what mends one. Imports matches, broadcast, people."""
