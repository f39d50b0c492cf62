"""What is released: the wheel and the source archive."""
