"""Checks of each server process: whether it is ready, its version, its free connections."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version

from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families

from parlour.server.access.received_request import ReceivedRequest
from parlour.server.connections.open_files import RESERVED_FILES, room_for_connections
from parlour.server.doctor.clocks import judged_skew
from parlour.server.doctor.site import NoAnswer, Site
from parlour.store.checks import Check, doubtful, fine, wrong

NEARLY_FULL = 0.8


class ProcessReport(Struct, frozen=True):
    """What one process said of itself."""

    address: str
    version: str
    ahead_s: float
    """How far its clock is ahead of this machine's."""
    numbers: dict[str, float]
    """Its metrics without labels; empty where it shows none."""


def examine_processes(sites: Sequence[Site], most_connections: int) -> Iterator[Check]:
    """The checks, each as soon as it is done; the last ones compare all processes."""
    asked = []
    for site in sites:
        try:
            ready = site.ask("/ready")
            asked.append(_asked(site))
        except NoAnswer as error:
            yield wrong("process", str(error), "start it, or name where it listens with --process")
            continue
        yield judged_ready(site.address, ready.status, ready.body)
        yield judged_connections(asked[-1], most_connections)
    if asked:
        yield judged_versions({one.address: one.version for one in asked}, version("parlour"))
        yield judged_skew("clocks of processes", {one.address: one.ahead_s for one in asked})


def _asked(site: Site) -> ProcessReport:
    answer = site.ask("/api/connection")
    seen = answer.read(ReceivedRequest)
    shown = site.ask("/metrics")
    numbers = _numbers(shown.body.decode(errors="replace")) if shown.status == 200 else {}
    return ProcessReport(site.address, seen.parlour, seen.at / 1000 - answer.asked_at, numbers)


def _numbers(text: str) -> dict[str, float]:
    try:
        families = list(text_string_to_metric_families(text))
    except ValueError:
        return {}
    return {sample.name: sample.value for family in families for sample in family.samples if not sample.labels}


def judged_ready(address: str, status: int, body: bytes) -> Check:
    """Whether a process is ready for players."""
    if status == 200:
        return fine("process", f"{address} is ready")
    return wrong(
        "process",
        f"{address} is not ready: {body[:300].decode(errors='replace')}",
        "wait if it has just been started; otherwise its log says what it lacks",
    )


def judged_connections(asked: ProcessReport, wanted: int) -> Check:
    """Whether a process may open as many connections as are wanted, and has some left."""
    name, numbers = "connections", asked.numbers
    if "process_max_fds" not in numbers:
        return doubtful(name, f"{asked.address} shows no numbers", "let it show /metrics to this machine")
    room, held = room_for_connections(wanted, int(numbers["process_max_fds"])), numbers.get("parlour_connections", 0.0)
    if room < wanted:
        return doubtful(
            name,
            f"{asked.address} has room for {room:,} connections and {wanted:,} are wanted",
            f"raise its limit of open files (LimitNOFILE, ulimit -Hn) to {wanted + RESERVED_FILES:,}",
        )
    if held >= NEARLY_FULL * room:
        return doubtful(name, f"{asked.address} holds {held:,.0f} of {room:,} connections", "add a process")
    return fine(name, f"{asked.address} holds {held:,.0f} connections and has room for {room:,}")


def judged_versions(found: dict[str, str], own: str) -> Check:
    """Whether all processes are of this program's version."""
    name = "versions"
    others = {address: one for address, one in found.items() if one != own}
    if others:
        said = ", ".join(f"{address} is {one}" for address, one in sorted(others.items()))
        return doubtful(name, f"this program is {own}; {said}", "restart those with the version that is installed")
    return fine(name, f"all {len(found)} processes are {own}")
