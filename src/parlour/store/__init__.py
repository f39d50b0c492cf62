"""What outlives the process: the append-only log of every match, and the players and rooms beside it.

Imports protocol, games, core and languages. Files named by a database hold what is its own.
"""
