"""Levels: what one is (``level``), how one is dealt (``dealing``), proved (``certificate``) and measured (``grading``).

Imports the stack and the kernels, but neither rules nor hints.
"""
