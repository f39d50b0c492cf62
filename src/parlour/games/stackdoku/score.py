"""How tries at a level rank: cleared, then lives, undos, actions, time, folded into one number."""

LIFE = 1_000_000_000
UNDO = 100_000_000
MOST_WASTED = 999
MOST_SECONDS = 99_999


def score_of(*, lives: int, undos: int, wasted: int, elapsed_ms: int, helped: bool) -> int:
    """The score of a cleared level; one that is not cleared scores 0.

    From the left its digits read: lives left plus one, undos left, 999 minus the actions that were taken back, 99,999
    minus the seconds. Whoever asked for help or restarted keeps the last two parts only, and ranks below everybody who
    did not.
    """
    actions = MOST_WASTED - min(wasted, MOST_WASTED)
    seconds = MOST_SECONDS - min(elapsed_ms // 1000, MOST_SECONDS)
    tail = actions * (MOST_SECONDS + 1) + seconds
    return tail if helped else (lives + 1) * LIFE + undos * UNDO + tail
