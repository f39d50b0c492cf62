"""Live matches: rooms, players and sockets around the pure Match and the durable log.

Imports store, protocol, games, core and languages.
"""
