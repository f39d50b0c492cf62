"""The command line: one module a command. Nothing heavy is imported before a command runs.

Imports server, batch, store, protocol, games and core.
"""
