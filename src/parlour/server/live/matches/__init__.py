"""A match being played: its host, its changes, its clock and bots. Imports broadcast and people, no rooms."""
