"""Sees every statement that reaches SQLite, before it is run."""

import sqlite3
from collections.abc import Callable
from typing import Any

Connect = Callable[..., sqlite3.Connection]


def traced(seen: Callable[[str], None]) -> Connect:
    """To be put in the place of ``sqlite3.connect``."""
    connect: Connect = sqlite3.connect

    def connect_and_trace(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection = connect(*args, **kwargs)
        connection.set_trace_callback(seen)
        return connection

    return connect_and_trace
