"""Fuzz a decoder with Atheris: ``python -m tests.fuzz session --seconds 60``.

A text that fails is left as a file in the folder; ``python -m tests.fuzz session FILE`` tries it once more.
Only Parlour's own modules are instrumented, and of these no kernels, which numba compiles from their bytecode.
"""

import argparse
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src"
ALL = "all"


def kernels() -> list[str]:
    """The modules that numba compiles."""
    found = [*SOURCES.rglob("kernels.py"), *SOURCES.rglob("kernels/*.py")]
    names = {".".join(file.relative_to(SOURCES).with_suffix("").parts) for file in found}
    return sorted(name.removesuffix(".__init__") for name in names)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", help="what to fuzz, or 'all' of it in turn")
    parser.add_argument("files", nargs="*", type=Path, help="texts to try once, instead")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=-1, help="texts to make up; -1 for any number")
    parser.add_argument("--folder", type=Path, default=Path("fuzz"), help="where texts that fail, and the corpus, go")
    options = parser.parse_args()
    if find_spec("atheris") is None:
        sys.exit("fuzzing needs Atheris: pip install atheris")
    import atheris
    from atheris.core_with_libfuzzer import Mutate

    with atheris.instrument_imports(include=["parlour"], exclude=kernels()):
        from parlour.games import kits
        from tests.fuzz.mutating import mutator
        from tests.fuzz.targets import MOST_BYTES, TARGETS

        kits()

    chosen = list(TARGETS) if options.target == ALL else [options.target]
    if not set(chosen) <= set(TARGETS):
        sys.exit(f"there is no target {options.target!r}; there is {ALL}, {', '.join(TARGETS)}")

    def check(text: bytes) -> None:
        """Of all targets, the first byte says which."""
        if len(chosen) == 1:
            TARGETS[chosen[0]].check(text)
        elif text:
            TARGETS[chosen[text[0] % len(chosen)]].check(text[1:])

    if options.files:
        for file in options.files:
            check(file.read_bytes())
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as seeds:
        for which, name in enumerate(chosen):
            for number, text in enumerate(TARGETS[name].seeds()):
                first = bytes([which]) if len(chosen) > 1 else b""
                (Path(seeds) / f"{name}-{number}").write_bytes(first + text[:MOST_BYTES])
        corpus = options.folder / options.target
        corpus.mkdir(exist_ok=True)
        flags = [
            f"-max_len={MOST_BYTES}",
            f"-max_total_time={options.seconds}",
            f"-runs={options.runs}",
            f"-artifact_prefix={options.folder}/{options.target}-",
            "-timeout=60",
            "-rss_limit_mb=4096",
            "-print_final_stats=1",
            "-seed=1",
        ]
        atheris.Setup([sys.argv[0], *flags, str(corpus), seeds], check, custom_mutator=mutator(Mutate))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
