"""Compiled kernels are kept, and fit: whatever changes among those that they may call, they are compiled again."""

import errno
import re
import sys
from dataclasses import replace
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.cli.warm import warm
from parlour.core.kernels import _sources as sources
from parlour.core.kernels import compiling
from tests.nim import kit

NUMBERS = count()
INNER = """
from parlour.core.kernels import step

@step
def inner(x):
    return x + {added}
"""
OUTER = """
from parlour.core.kernels import kernel
from {package}.inner import inner

@kernel
def outer(x):
    return inner(x)
"""


class Package:
    """Two kernels in files of their own, one of which calls the other."""

    def __init__(self, folder: Path) -> None:
        self._name = f"kept_kernels_{next(NUMBERS)}"
        self._folder = folder / self._name
        self._folder.mkdir()
        (self._folder / "__init__.py").touch()
        (self._folder / "outer.py").write_text(OUTER.format(package=self._name))
        self.write(1)

    def write(self, added: int) -> None:
        (self._folder / "inner.py").write_text(INNER.format(added=added))

    def call(self) -> tuple[int, int]:
        """As a process of its own would: what the outer kernel makes of 1, and how many were compiled for it."""
        for name in [name for name in sys.modules if name.startswith(self._name)]:
            del sys.modules[name]
        invalidate_caches()
        sources.cache_clear()
        compiled = []
        with compiling(lambda: compiled.append(1)):
            made = import_module(f"{self._name}.outer").outer(1)
        return made, len(compiled)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a module is written twice within its clock's tick
    return Package(tmp_path)


def only_to_be_read(*_: object, **__: object) -> None:
    raise OSError(errno.EROFS, "Read-only file system")


def test_a_kernel_is_compiled_once_and_again_when_one_that_it_calls_has_changed(package: Package) -> None:
    assert package.call() == (2, 2)
    assert package.call() == (2, 0)
    package.write(5)
    assert package.call() == (6, 2)
    assert package.call() == (6, 0)


def test_where_nothing_can_be_written_what_is_kept_is_used_and_the_rest_is_compiled(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert package.call() == (2, 2)
    monkeypatch.setattr("numba.core.caching.tempfile.TemporaryFile", only_to_be_read)
    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile._open_for_write", only_to_be_read)
    assert package.call() == (2, 0)
    package.write(5)
    assert package.call() == (6, 2)
    assert package.call() == (6, 2), "nothing could be kept"


def test_what_is_compiled_is_said_in_lines_and_what_is_kept_is_not(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load() -> None:
        package.call()

    kernels = replace(kit, warm_rules=load)
    monkeypatch.setattr("parlour.games.kits", lambda: {"nim": kernels})
    first, second = (CliRunner().invoke(warm) for _ in range(2))
    assert re.fullmatch(
        r"Compiling Nim for this processor \(1 of 1\)…\nNim is compiled: 2 functions in \d+ s\.\n", first.stderr
    )
    assert second.stderr == ""
    assert first.stdout.startswith("nim: ready in ")
