"""What is said over HTTP: errors, and how a request arrived. Imports nothing of the server."""
