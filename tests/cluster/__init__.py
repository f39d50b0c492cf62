"""A cluster as one would run it, people who play on it, faults while they play, and the proof that nothing was lost.

``make chaos`` plays many rounds; the suite plays a few.
"""
