"""Checks of the machine: the limit of open files, and backups that are recent and have space."""

import resource
import shutil
import time
from pathlib import Path

from parlour.server.connections.open_files import RESERVED_FILES, room_for_connections
from parlour.store.checks import Check, doubtful, fine, wrong

HOUR_S = 3600.0


def examine_files(most_connections: int) -> Check:
    """Whether a server started like this program could open as many connections as are wanted."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return judged_files(None if hard == resource.RLIM_INFINITY else hard, most_connections)


def judged_files(files: int | None, wanted: int) -> Check:
    """The check of the limit of open files, which is None without a limit."""
    room = room_for_connections(wanted, files)
    if room < wanted:
        return doubtful(
            "open files",
            f"a server started from here has room for {room:,} connections, and {wanted:,} are wanted",
            f"raise the limit of open files (LimitNOFILE, ulimit -Hn) to {wanted + RESERVED_FILES:,}",
        )
    return fine("open files", f"a server started from here has room for {room:,} connections")


def examine_backups(folder: Path, oldest_h: float, needed: int) -> Check:
    """Whether the newest file in a folder of backups is new enough, and the next one, of so many bytes, has room."""
    name = "backups"
    try:
        files = [file for file in folder.iterdir() if file.is_file()]
        newest = max(files, key=lambda file: file.stat().st_mtime, default=None)
        age_h = 0.0 if newest is None else (time.time() - newest.stat().st_mtime) / HOUR_S
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return wrong(
            name, f"{folder} cannot be read: {error.strerror}", "name the folder of the backups with --backups"
        )
    if newest is None:
        return wrong(name, f"there is none in {folder}", "run parlour backup every day")
    if age_h > oldest_h:
        return wrong(
            name, f"the newest, {newest.name}, is {age_h:,.0f} hours old", "see why parlour backup did not run"
        )
    if free < needed:
        return doubtful(
            name, f"{free // 1024**2:,} MiB are free in {folder}, too little for the next one", "remove old ones"
        )
    return fine(name, f"the newest, {newest.name}, is {age_h:,.1f} hours old")
