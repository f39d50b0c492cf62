"""What hosts do and know: the log of their acts, bans and mutes, the announcement, players' reports, their links.

Imports the rest of store.
"""
