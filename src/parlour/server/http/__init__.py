"""What is asked over HTTP: who asks, and the client's pages. Imports what is below: live, work, access."""
