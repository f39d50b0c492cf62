"""What is said over HTTP."""
