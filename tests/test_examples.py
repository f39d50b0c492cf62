"""The packages in examples/ pass their own tests where they are installed."""

import os
import subprocess
import sys
from pathlib import Path

from tests.other_packages import WINDFALL, install_package


def test_windfall_keeps_the_contract_and_its_own_rules(tmp_path: Path) -> None:
    install_package(WINDFALL, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(WINDFALL / "tests")],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert done.returncode == 0, done.stdout
