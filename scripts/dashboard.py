"""The Grafana dashboard in deploy/grafana, made from the questions below; ``make dashboard`` renews it."""

import json
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parents[1] / "deploy" / "grafana" / "parlour.json"
SCHEMA = 39
"""Of Grafana 10 and 11; later ones read it."""
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
WIDTH, PANEL_WIDTH, PANEL_HEIGHT = 24, 8, 8
HERE = 'instance=~"$instance"'


@dataclass(frozen=True)
class Panel:
    """One question, and what Prometheus is asked: legends and expressions."""

    title: str
    description: str
    unit: str
    asked: tuple[tuple[str, str], ...]


def rate(metric: str, by: str = "", where: str = "") -> str:
    """What is counted, a second."""
    inside = HERE + (f",{where}" if where else "")
    return f"sum{f' by ({by})' if by else ''} (rate({metric}{{{inside}}}[$__rate_interval]))"


def quantile(part: float, metric: str, by: str = "") -> str:
    """What so large a part of a histogram stays below."""
    kept = f"le, {by}" if by else "le"
    return f"histogram_quantile({part}, sum by ({kept}) (rate({metric}_bucket{{{HERE}}}[$__rate_interval])))"


def gauge(metric: str) -> tuple[str, str]:
    """A number of each process, and its name."""
    return "{{instance}} " + metric.removeprefix("parlour_").replace("_", " "), f"{metric}{{{HERE}}}"


def quantiles(metric: str) -> tuple[tuple[str, str], ...]:
    """The middle and the slowest hundredth."""
    return ("p50", quantile(0.5, metric)), ("p99", quantile(0.99, metric))


ROWS: dict[str, tuple[Panel, ...]] = {
    "People": (
        Panel("Ready", "1 while a process can be played on.", "short", (gauge("parlour_ready"),)),
        Panel(
            "Sockets and connections",
            "How many are open, and how many there is room for.",
            "short",
            (gauge("parlour_sockets"), gauge("parlour_connections"), gauge("parlour_connections_limit")),
        ),
        Panel(
            "Rooms and matches",
            "Rooms in memory, and matches under way in them.",
            "short",
            (gauge("parlour_rooms"), gauge("parlour_matches")),
        ),
    ),
    "Moves": (
        Panel("Entries", "Entries of logs that were committed.", "ops", (("entries", rate("parlour_entries_total")),)),
        Panel("Commits", "How long they take: everybody waits for one.", "s", quantiles("parlour_commit_seconds")),
        Panel("Jobs a commit", "How many share one.", "short", quantiles("parlour_commit_jobs")),
        Panel(
            "Refusals",
            "Actions that the rules refused.",
            "ops",
            (("{{game}} {{code}}", rate("parlour_refusals_total", "game, code")),),
        ),
        Panel(
            "Bots",
            "How long they think, p99.",
            "s",
            (("{{game}} {{level}}", quantile(0.99, "parlour_bot_thinking_seconds", "game, level")),),
        ),
        Panel("Loop lag", "How late the event loop is.", "s", quantiles("parlour_loop_lag_seconds")),
    ),
    "Requests": (
        Panel(
            "By status", "HTTP requests.", "reqps", (("{{status}}", rate("parlour_request_seconds_count", "status")),)
        ),
        Panel(
            "By route, p99",
            "How long they take.",
            "s",
            (("{{route}}", quantile(0.99, "parlour_request_seconds", "route")),),
        ),
        Panel(
            "Sent away",
            "Sockets and connections that the server closed, and messages that it could not take.",
            "ops",
            (
                ("bye {{code}}", rate("parlour_byes_total", "code")),
                ("ended {{code}}", rate("parlour_connections_ended_total", "code")),
                ("fault {{code}}", rate("parlour_faults_total", "code")),
            ),
        ),
    ),
    "Store and work": (
        Panel(
            "Reads, p99",
            "How long reads take, and how long they wait for a reader.",
            "s",
            (("read", quantile(0.99, "parlour_read_seconds")), ("wait", quantile(0.99, "parlour_read_wait_seconds"))),
        ),
        Panel(
            "Log beside the database",
            "SQLite: pages in it at its last move into the database.",
            "short",
            (gauge("parlour_log_pages"),),
        ),
        Panel(
            "Log moved, p99",
            "SQLite: how long it takes.",
            "s",
            (("p99", quantile(0.99, "parlour_checkpoint_seconds")),),
        ),
        Panel(
            "Work",
            "Tasks that wait and that are done, and how many workers do them.",
            "short",
            (
                gauge("parlour_work_waiting"),
                gauge("parlour_work_running"),
                gauge("parlour_workers"),
                gauge("parlour_analyses"),
            ),
        ),
        Panel(
            "Processor for work",
            "Seconds of processor a second.",
            "percentunit",
            (("{{work}}", rate("parlour_work_seconds_sum", "work")),),
        ),
        Panel(
            "Stalls",
            "Times an hour when everybody waited for 50 ms or longer, by cause.",
            "short",
            (
                (
                    "{{what}} {{cause}}",
                    f"sum by (what, cause) (increase(parlour_stalls_total{{{HERE}}}[1h]))",
                ),
            ),
        ),
    ),
    "Processes": (
        Panel(
            "Processor",
            "Cores that each process uses: one plays on at most one.",
            "short",
            (("{{instance}}", rate("process_cpu_seconds_total", "instance")),),
        ),
        Panel("Memory", "Of each process.", "bytes", (gauge("process_resident_memory_bytes"),)),
        Panel(
            "Open files", "And how many there may be.", "short", (gauge("process_open_fds"), gauge("process_max_fds"))
        ),
        Panel(
            "Clock",
            "How far the server's clock is behind the system's.",
            "s",
            (gauge("parlour_clock_behind_seconds"),),
        ),
        Panel(
            "Collector, p99", "Everybody stops meanwhile.", "s", (("p99", quantile(0.99, "parlour_collector_seconds")),)
        ),
        Panel(
            "Versions",
            "Processes by version.",
            "short",
            (("{{version}}", f"count by (version) (parlour_process_info{{{HERE}}})"),),
        ),
    ),
}


def dashboard() -> dict[str, object]:
    """What Grafana imports."""
    return {
        "uid": "parlour",
        "title": "Parlour",
        "tags": ["parlour"],
        "schemaVersion": SCHEMA,
        "version": 1,
        "editable": True,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "timezone": "browser",
        "templating": {"list": [_source(), _instances()]},
        "annotations": {"list": []},
        "panels": _panels(),
    }


def _source() -> dict[str, object]:
    return {"name": "datasource", "label": "Source", "type": "datasource", "query": "prometheus", "hide": 0}


def _instances() -> dict[str, object]:
    asked = "label_values(parlour_process_info, instance)"
    return {
        "name": "instance",
        "label": "Process",
        "type": "query",
        "datasource": SOURCE,
        "definition": asked,
        "query": {"query": asked, "refId": "instances"},
        "refresh": 2,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"text": "All", "value": "$__all"},
        "hide": 0,
    }


def _panels() -> list[dict[str, object]]:
    panels: list[dict[str, object]] = []
    top = 0
    for row, asked in ROWS.items():
        place = {"h": 1, "w": WIDTH, "x": 0, "y": top}
        panels.append(
            {"id": len(panels) + 1, "type": "row", "title": row, "collapsed": False, "gridPos": place, "panels": []}
        )
        for number, panel in enumerate(asked):
            down, across = divmod(number * PANEL_WIDTH, WIDTH)
            place = {"h": PANEL_HEIGHT, "w": PANEL_WIDTH, "x": across, "y": top + 1 + down * PANEL_HEIGHT}
            panels.append(_panel(len(panels) + 1, panel, place))
        top += 1 + -(-len(asked) * PANEL_WIDTH // WIDTH) * PANEL_HEIGHT
    return panels


def _panel(number: int, panel: Panel, place: dict[str, int]) -> dict[str, object]:
    targets = [
        {"refId": chr(ord("A") + place), "datasource": SOURCE, "expr": expression, "legendFormat": legend}
        for place, (legend, expression) in enumerate(panel.asked)
    ]
    return {
        "id": number,
        "type": "timeseries",
        "title": panel.title,
        "description": panel.description,
        "datasource": SOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "options": {"legend": {"displayMode": "list", "placement": "bottom", "showLegend": True, "calcs": []}},
        "targets": targets,
    }


def text() -> str:
    """The file as it should be."""
    return json.dumps(dashboard(), indent=1) + "\n"


def main() -> None:
    """Write it."""
    FILE.write_text(text())


if __name__ == "__main__":
    main()
