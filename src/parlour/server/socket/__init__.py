"""How frames come and go: the handshake, and each message on its way to a room.

Imports live, work, access and protocol.
"""
