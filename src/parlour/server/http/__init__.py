"""What is asked over HTTP: who asks, and the client's pages.

Imports admin, sign_in, live, after, work, access and protocol.
"""
