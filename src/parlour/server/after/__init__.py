"""What follows a match that is over: its confirmation and its analysis. Imports work, access and protocol, no rooms."""
