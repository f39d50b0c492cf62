"""HTTP: the dependencies of routes, and the client's pages.

Imports admin, sign_in, live, after, work, access and problems.
"""
