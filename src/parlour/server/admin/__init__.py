"""The acts of hosts: each is one commit, made by the command line or the host's page; running servers then follow it.

Imports live and access.
"""
