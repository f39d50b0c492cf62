"""Checks of a deployment from outside, for `parlour doctor`.

Imports connections, sign_in, cluster, access and problems.
"""
