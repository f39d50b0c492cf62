"""The other processes that serve the same store: which are alive, which rooms they hold, who is connected there.

Imports no other package of the server.
"""
