"""A table at home: a room that one person plays in without a server. Needs nothing that a browser has not."""
