"""Many games at once, in parts."""
