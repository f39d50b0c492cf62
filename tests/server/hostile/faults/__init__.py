"""Faults at every commit of the server: it is killed there, or the disk is full there, and nothing is stuck or wrong.

``scenarios`` are the requests and the background work that write, ``injection`` makes the fault, ``soundness`` says
what has to hold afterwards, ``rounds`` runs each scenario once for each fault in a process of its own.
"""
