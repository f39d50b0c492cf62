"""Stackdoku's hot loops, compiled. Imports core."""
