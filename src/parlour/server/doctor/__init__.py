"""Whether a deployment works, asked from outside.

Imports connections, sign_in, cluster, access and protocol.
"""
