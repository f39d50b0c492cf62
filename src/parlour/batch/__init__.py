"""Many games at once, in parts. Imports store, games and core."""
