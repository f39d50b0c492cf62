"""Stackdoku's hot loops, compiled."""
