"""What is said about a match, and how it is answered, by whoever hosts it: a server, or a table at home."""
