"""A tag becomes a release only if it is the package's version and everything passes."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from parlour import __version__

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
JOB_KEYS = {"runs-on", "timeout-minutes", "steps", "needs", "strategy", "permissions"}
LONGEST_MINUTES = {"newcomer.yml": 180}
"""Of workflows that build and test everything on a machine that has nothing."""
STAND_IN = """#!/bin/sh
# podman whose container is healthy when it is asked for the third time.
echo "$*" >>calls
case $1 in healthcheck) [ "$(grep -c ^healthcheck calls)" = 3 ] ;; exec) exit {doctor} ;; esac
"""
PINNED = re.compile(r"actions/[a-z-]+@v\d+")


def workflow(name: str) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load((WORKFLOWS / name).read_text())
    return found


def commands(job: dict[str, Any]) -> str:
    return "\n".join(step["run"] for step in job["steps"] if "run" in step)


@pytest.mark.parametrize("file", sorted(WORKFLOWS.iterdir()), ids=lambda file: file.name)
def test_a_workflow_is_bounded_reads_only_and_runs_what_is_there(file: Path) -> None:
    parsed = workflow(file.name)
    assert parsed["permissions"] == {"contents": "read"}
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for job in parsed["jobs"].values():
        assert set(job) <= JOB_KEYS
        assert job["timeout-minutes"] <= LONGEST_MINUTES.get(file.name, 40)
        assert all(PINNED.fullmatch(step["uses"]) for step in job["steps"] if "uses" in step)
        assert set(re.findall(r"\bmake ([a-z-]+)", commands(job))) <= targets
        for script in re.findall(r"(?:^|\s)((?:scripts|\.ci)/[a-z-]+)", commands(job)):
            assert (ROOT / script).stat().st_mode & 0o100, script
        for named in re.findall(r"--file (\S+)", commands(job)):
            assert (ROOT / named).is_file(), named
        for step in job["steps"]:
            parses(step.get("run", ""))


def parses(text: str) -> None:
    assert "${{" not in text, "what a workflow is given goes through the environment: there it is no command"
    done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), text


def test_every_script_of_the_shell_parses() -> None:
    files = [file for file in [*(ROOT / "scripts").iterdir(), *(ROOT / ".ci").iterdir()] if file.is_file()]
    scripts = [file.read_text() for file in files if file.read_bytes().startswith(b"#!/bin/sh")]
    assert len(scripts) > 5
    for text in scripts:
        parses(text)


def test_a_release_is_made_of_a_tag_after_all_checks() -> None:
    parsed = workflow("release.yml")
    # YAML takes the word `on` for a truth.
    assert parsed[True] == {"push": {"tags": ["v*"]}}
    jobs = parsed["jobs"]
    assert "scripts/check-tag" in commands(jobs["test"])
    assert commands(jobs["test"]).endswith(".ci/run")
    assert "make dist" in commands(jobs["packages"])
    assert "podman build --format docker" in commands(jobs["image"]), "only that format has health checks"
    assert '" parlour | gzip' in commands(jobs["image"]), "it is loaded under the name by which it is run"
    assert [one["processor"] for one in jobs["image"]["strategy"]["matrix"]["include"]] == ["amd64", "arm64"]
    assert {jobs[name]["needs"] for name in ("packages", "image")} == {"test"}
    assert jobs["release"]["needs"] == ["packages", "image", "many"]
    assert commands(jobs["many"]) == "make many"
    assert [name for name, job in jobs.items() if "permissions" in job] == ["release"]


def test_an_image_that_is_released_was_saved_loaded_and_run() -> None:
    image = commands(workflow("release.yml")["jobs"]["image"])
    saved, removed, loaded, tried = (
        image.index(word) for word in ("podman save", "podman rmi --all", "podman load", "scripts/try-image")
    )
    assert saved < removed < loaded < tried


def test_the_commands_of_a_release_do_what_they_say(tree: Path) -> None:
    """As they stand there; podman and the program that makes releases are stand-ins."""
    (programs := tree / "bin").mkdir()
    for name, text in {
        "podman": STAND_IN.replace("{doctor}", "0"),
        "gh": '#!/bin/sh\nprintf "%s\\n" gh "$@" >>calls\n',
    }.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    shutil.copy(ROOT / "scripts" / "try-image", tree / "scripts")
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", "GITHUB_REF_NAME": "v1.2.0", "PROCESSOR": "amd64"}
    jobs = workflow("release.yml")["jobs"]
    for text in (commands(jobs["test"]).removesuffix(".ci/run"), commands(jobs["image"])):
        subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=tree, env=environment, check=True)
    image = tree / "parlour-1.2.0-image-amd64.tar.gz"
    calls = (tree / "calls").read_text().splitlines()
    assert calls[:2] == [
        "build --format docker --tag parlour:1.2.0 --tag parlour --file Containerfile .",
        "save parlour:1.2.0 parlour",
    ]
    assert calls[3] == f"load --input {image.name}"
    (tree / "dist").mkdir()
    image.rename(tree / "dist" / image.name)
    (tree / "calls").unlink()
    text = commands(jobs["release"])
    subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=tree, env=environment, check=True)
    words = [
        "release",
        "create",
        "v1.2.0",
        f"dist/{image.name}",
        "--title",
        "Parlour 1.2.0",
        "--notes-file",
        "changes.md",
    ]
    assert (tree / "calls").read_text().splitlines() == ["gh", *words]
    assert (tree / "changes.md").read_text() == "\nNew.\n"


def test_an_image_is_built_and_run_when_what_it_is_built_from_changes() -> None:
    parsed = workflow("image.yml")
    assert "make image" in commands(parsed["jobs"]["image"])
    assert "scripts/try-image" in commands(parsed["jobs"]["image"])
    for event in ("push", "pull_request"):
        paths = parsed[True][event]["paths"]
        assert {"Containerfile", "pyproject.toml", "requirements*.lock"} <= set(paths)
        assert all(any(ROOT.glob(path)) for path in paths)


def test_a_bare_machine_is_tried_each_week() -> None:
    parsed = workflow("newcomer.yml")
    assert [*parsed[True]] == ["schedule", "workflow_dispatch"]
    assert parsed[True]["schedule"][0]["cron"].endswith("* * 0")
    assert "make newcomer" in commands(parsed["jobs"]["newcomer"])


@pytest.mark.parametrize("doctor", [0, 1])
def test_an_image_is_tried_until_it_is_healthy_and_is_as_good_as_the_doctor_says(tmp_path: Path, doctor: int) -> None:
    (tmp_path / "podman").write_text(STAND_IN.replace("{doctor}", str(doctor)))
    (tmp_path / "podman").chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    tried = subprocess.run([ROOT / "scripts" / "try-image"], cwd=tmp_path, env=os.environ | {"PATH": path})
    assert tried.returncode == doctor
    calls = [line.split()[0] for line in (tmp_path / "calls").read_text().splitlines()]
    assert calls == ["run", "healthcheck", "healthcheck", "healthcheck", "exec", "rm"]


def test_it_claims_to_run_where_it_does() -> None:
    """Nothing is left out on Windows as if the rest ran there: modules of Unix are imported without asking."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    systems = [name for name in project["classifiers"] if name.startswith("Operating System")]
    assert systems == ["Operating System :: MacOS", "Operating System :: POSIX :: Linux"]
    assert [name for name in project["dependencies"] if "sys_platform" in name] == []


def test_what_takes_too_long_for_every_change_runs_each_night() -> None:
    parsed = workflow("many.yml")
    assert [*parsed[True]] == ["schedule", "workflow_dispatch"]
    assert commands(parsed["jobs"]["many"]) == "make many"


def test_what_is_not_released_is_called_by_no_releases_version() -> None:
    """Processes that serve one store compare their versions: a release and what came after it must not look alike."""
    headings = re.findall(r"^## (\S+?),?(?: .*)?$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    newest = next(heading for heading in headings if heading != "Unreleased")
    if headings[0] == "Unreleased":
        assert __version__.endswith(".dev0")
        assert parts_of(__version__.removesuffix(".dev0")) > parts_of(newest)
    else:
        assert __version__ == newest


def parts_of(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("scripts", "src/parlour"):
        (tmp_path / name).mkdir(parents=True)
    shutil.copy(ROOT / "scripts" / "check-tag", tmp_path / "scripts")
    (tmp_path / "src" / "parlour" / "__init__.py").write_text('__version__ = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changes\n\n## 1.2.0, 2026-11-16\n\nNew.\n\n## 1.1.0, 2026-10-01\n\nOld.\n"
    )
    return tmp_path


def check_tag(tree: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([tree / "scripts" / "check-tag", *words], capture_output=True, text=True)


def test_the_tag_must_be_the_packages_version(tree: Path) -> None:
    assert check_tag(tree, "v1.2.0").returncode == 0
    for other in ("v1.2.1", "1.2.0", "v1.2", ""):
        refused = check_tag(tree, other)
        assert refused.returncode == 1
        assert "must be v1.2.0" in refused.stderr


def test_a_version_that_the_changelog_does_not_tell_of_is_no_release(tree: Path) -> None:
    assert check_tag(tree, "--changes", "v1.2.0").stdout == "\nNew.\n"
    (tree / "CHANGELOG.md").write_text("# Changes\n\n## Unreleased\n\nNew.\n")
    assert "no heading for 1.2.0" in check_tag(tree, "v1.2.0").stderr
