"""What operators watch a server with asks for numbers that a server shows: dashboard, alerts, documentation."""

import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families
from scripts.dashboard import FILE, text

from tests.patience import WAIT_S
from tests.server.table import Guest, Server, take

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs" / "HOSTING.md").read_text()
ALERTS = ROOT / "deploy" / "prometheus" / "alerts.yml"
NAME = re.compile(r"\b(?:parlour|process)_[a-z_]+\b")
OF_HISTOGRAMS = ("_bucket", "_count", "_sum")


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    h: int
    w: int
    x: int
    y: int


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    uid: str


class Target(Struct, frozen=True, forbid_unknown_fields=True):
    refId: str  # noqa: N815
    datasource: Source
    expr: str
    legendFormat: str  # noqa: N815


class Panel(Struct, frozen=True):
    id: int
    type: str
    title: str
    gridPos: Place  # noqa: N815
    datasource: Source | None = None
    targets: tuple[Target, ...] = ()


class Variable(Struct, frozen=True):
    name: str
    type: str
    query: Any


class Templating(Struct, frozen=True, forbid_unknown_fields=True):
    list: tuple[Variable, ...]


class Dashboard(Struct, frozen=True):
    uid: str
    title: str
    schemaVersion: int  # noqa: N815
    templating: Templating
    panels: tuple[Panel, ...]


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    alert: str
    expr: str
    labels: dict[str, str]
    annotations: dict[str, str]
    lasting: str = msgspec.field(name="for", default="0s")


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    rules: tuple[Rule, ...]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    groups: tuple[Group, ...]


def dashboard() -> Dashboard:
    return msgspec.json.decode(FILE.read_bytes(), type=Dashboard)


def alerts() -> tuple[Rule, ...]:
    [group] = msgspec.yaml.decode(ALERTS.read_bytes(), type=Rules).groups
    return group.rules


def expressions() -> list[str]:
    return [target.expr for panel in dashboard().panels for target in panel.targets] + [rule.expr for rule in alerts()]


def labels_by_the_docs(metric: str) -> set[str]:
    """What the table in docs/HOSTING.md names; a number without one is not shown before something is counted."""
    for names, labels in re.findall(r"^\| (`p[^|]*) \| ([^|]*) \|", HOSTING, re.MULTILINE):
        if re.sub("_(bucket|count|sum)$", "", metric) in NAME.findall(names):
            return set(re.findall(r"\w+", labels))
    return set()


@pytest.fixture
def shown(server: Server, ann: Guest) -> dict[str, set[str]]:
    """Every name that a server shows, with its labels as far as something was counted by them."""
    code = ann.open("nim", "me", "first", seed=5)["code"]
    with ann.enter(code) as table:
        table.play(0, take(0, 99))
        table.play(0, take(0))
        table.hear("view", to_move=[0])
        table.send("nonsense")
        table.hear("fault")
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(httpx.get(f"{server.url}/metrics", verify=False, timeout=WAIT_S).text):
        of_kind = {"counter": ("_total",), "histogram": OF_HISTOGRAMS}.get(family.type, ("",))
        for name in (family.name, *(family.name + end for end in of_kind)):
            found.setdefault(name, {"le"} if name.endswith("_bucket") else set())
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def test_every_number_that_dashboard_and_alerts_ask_for_is_shown_with_its_labels(shown: dict[str, set[str]]) -> None:
    for expression in expressions():
        names = NAME.findall(expression)
        assert names or expression.startswith("up{"), expression
        labels: set[str] = set()
        for name in names:
            assert name in shown, expression
            labels |= shown[name] | labels_by_the_docs(name)
        used = set(re.findall(r"(\w+)=~?\"", expression))
        for kept in re.findall(r"by \(([^)]*)\)", expression):
            used |= set(kept.split(", "))
        assert used <= labels | {"instance", "job"}, expression


def test_every_number_of_the_documentation_is_shown_and_every_number_is_documented(shown: dict[str, set[str]]) -> None:
    documented = set()
    for page in (ROOT / "docs").glob("*.md"):
        for said in re.findall(r"`([^`\n]+)`", page.read_text()):
            documented |= set(NAME.findall(said)) if not said.endswith(".py") else set()
    assert documented <= set(shown), documented - set(shown)
    table = set(NAME.findall(HOSTING))
    ours = {name for name in shown if name.startswith("parlour_")}
    assert {name for name in ours if not name.endswith((*OF_HISTOGRAMS, "_created"))} - table <= {
        name.removesuffix("_total") for name in table
    }


def test_expressions_are_closed_and_ask_for_rates_of_what_only_grows() -> None:
    for expression in expressions():
        for left, right in ("()", "{}", "[]"):
            assert expression.count(left) == expression.count(right), expression
        for grows in re.findall(r"(\w*\()(?:parlour|process)_\w+_(?:total|bucket|count|sum)\b", expression):
            assert grows in ("rate(", "increase("), expression


def test_the_dashboard_is_what_grafana_imports() -> None:
    assert FILE.read_text() == text(), "run `make dashboard`"
    board = dashboard()
    assert board.schemaVersion >= 39
    assert [(variable.name, variable.type) for variable in board.templating.list] == [
        ("datasource", "datasource"),
        ("instance", "query"),
    ]
    assert len({panel.id for panel in board.panels}) == len(board.panels)
    taken: set[tuple[int, int]] = set()
    for panel in board.panels:
        place = panel.gridPos
        cells = {(x, y) for x in range(place.x, place.x + place.w) for y in range(place.y, place.y + place.h)}
        assert place.x + place.w <= 24
        assert not taken & cells, panel.title
        taken |= cells
        assert panel.type in ("row", "timeseries")
        assert (panel.type == "row") == (not panel.targets)
        assert len({target.refId for target in panel.targets}) == len(panel.targets)
        for source in (panel.datasource, *(target.datasource for target in panel.targets)):
            assert source in (None, Source("prometheus", "${datasource}"))


def test_every_alert_has_its_section_and_no_section_is_left_over() -> None:
    runbook = (ROOT / "docs" / "OPERATIONS.md").read_text()
    named = [rule.alert for rule in alerts()]
    assert re.findall(r"^### (Parlour\w+)$", runbook, re.MULTILINE) == named
    assert len(set(named)) == len(named)
    for rule in alerts():
        assert rule.labels["severity"] in ("page", "ticket")
        assert rule.annotations["summary"].endswith(".")
        assert re.fullmatch(r"\d+[smh]", rule.lasting)
