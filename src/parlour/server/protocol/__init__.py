"""What is said over HTTP. Imports no other package of the server."""
