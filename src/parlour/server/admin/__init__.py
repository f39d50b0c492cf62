"""What hosts do: each act is one commit, by the command line or by the page; servers that run look for it.

Imports live and access.
"""
