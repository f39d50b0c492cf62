"""What is said: the socket's messages and HTTP's errors. Imports nothing of the server."""
