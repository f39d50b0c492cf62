"""How a connection is taken, and what it may cost before it is a request or a socket.

Imports socket, work, access and protocol.
"""
