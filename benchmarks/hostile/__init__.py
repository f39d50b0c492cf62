"""Clients that mean harm, in a process of their own: one module a kind, one function an attack.

``python -m benchmarks.hostile NAME URL SECONDS ROOM MATCH`` runs one attack on a server of this machine; ROOM and MATCH
are somebody else's. It says ``ready`` when it begins, and at its end in JSON what it cost and what it was answered.
"""
