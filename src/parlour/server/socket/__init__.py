"""WebSockets: the handshake, the frames, and each message on its way to a room.

Imports live, work, access and problems.
"""
