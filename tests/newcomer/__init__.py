"""The documentation as a newcomer meets it: every command and every piece of Python is run as it stands there."""
