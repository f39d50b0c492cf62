"""A table at home: rooms that one person plays in without a server. No task, no thread, nothing that is not in a browser."""
