"""TCP connections: limits on their number, time and size before they become a request or a socket.

Imports socket, work, access and problems.
"""
