"""How hard are Stackdoku's levels for a bot that never guesses, and how much of the tray do they need?

The bot plays fresh games, other than those by which a level was chosen, on fresh levels, without undo or life. There
is no peer: no other program deals such levels. The bands are those that the difficulties promise.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.options import counted, read_options

from parlour.games.stackdoku import kit
from parlour.games.stackdoku.levels.dealing import CALIBRATION_GAMES, deal, draft_of
from parlour.games.stackdoku.levels.grading import bot_win_rate, tray_need
from parlour.games.stackdoku.levels.level import DIFFICULTIES, Difficulty

QUICK = {"levels": 25, "games": 200, "draws": 500, "seed": 4_000_000}
FULL = {"levels": 500, "games": 200, "draws": 2000, "seed": 3_000_000}
BANDS: dict[Difficulty, tuple[float, float]] = {
    "easy": (0.95, 1.0),
    "medium": (0.55, 0.80),
    "hard": (0.25, 0.50),
    "expert": (0.08, 0.30),
}


def main() -> None:
    options = read_options(__doc__ or "", QUICK, FULL)
    kit.warm_rules()
    print(
        "| difficulty | levels | bot wins | band | levels inside | lowest, highest | nearest taken | 3 slots or more |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for difficulty in DIFFICULTIES:
        low, high = BANDS[difficulty]
        shares, needs, nearest = [], [], 0
        for number in counted(difficulty, options.levels):
            level = deal(difficulty, options.seed + number)
            shares.append(bot_win_rate(level, options.games, level.seed))
            needs.append(tray_need(level, options.draws).at_least)
            nearest += draft_of(difficulty, level.seed).on_course < CALIBRATION_GAMES
        inside = sum(low <= share <= high for share in shares)
        print(
            f"| {difficulty} | {options.levels} | {np.mean(shares):.3f} | {low:.2f} to {high:.2f} "
            f"| {inside / options.levels:.1%} | {min(shares):.2f}, {max(shares):.2f} | {nearest / options.levels:.1%} "
            f"| {sum(need >= 3 for need in needs) / options.levels:.0%} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
