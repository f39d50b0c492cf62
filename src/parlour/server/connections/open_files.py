"""How many files the process may have open, and how many connections that leaves room for."""

import resource
from contextlib import suppress

RESERVED_FILES = 128
"""For the store, logs, the compiler, and connections that are taken before another is closed for them."""
LEAST_CONNECTIONS = 16


def raise_file_limit() -> int | None:
    """Let the process open as many files as the system lets it; how many, or None if there is no limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems name a limit that they do not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def room_for_connections(wanted: int, files: int | None) -> int:
    """As many connections as are wanted, or as few as the files allow."""
    if files is None:
        return wanted
    return min(wanted, max(files - RESERVED_FILES, LEAST_CONNECTIONS))
