"""What is being played: rooms, their seats, their match with its clock and bots, and what leaves it.

Imports cluster, after, work, access and problems.
"""
