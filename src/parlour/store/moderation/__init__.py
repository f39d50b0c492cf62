"""What hosts do and know: the log of their acts, bans and mutes, the announcement, players' reports, their links.

Imports rooms and logs of store and what lies below them; players and merging import it.
"""
