"""What follows a match that is over: its confirmation and its analysis. Knows the store, no rooms."""
