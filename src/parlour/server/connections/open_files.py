"""How many files the process may have open, and how many connections that leaves room for."""

import resource
from contextlib import suppress

RESERVED_FILES = 128
"""Files kept for the store, logs, the compiler, and connections that are taken before another is closed for them."""
LEAST_CONNECTIONS = 16


def raise_file_limit() -> int | None:
    """Raise the process's limit of open files as far as the system allows; returns it, or None if there is none."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems name a limit that they do not grant
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def room_for_connections(wanted: int, files: int | None) -> int:
    """The number of connections: as many as are wanted, or as the limit of files allows."""
    if files is None:
        return wanted
    return min(wanted, max(files - RESERVED_FILES, LEAST_CONNECTIONS))
