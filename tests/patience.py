"""How long a test waits for what must come."""

WAIT_S = 120
"""So long that only what never comes is waited for in vain, however many others share the machine."""
