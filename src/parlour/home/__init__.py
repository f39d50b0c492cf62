"""A table at home: a room for one person, without a server. Imports protocol, games and core."""
