"""How tries at a level rank: cleared, then lives, undos, actions, time, folded into one number; and what it tells."""

from parlour.core.scoring import Counts, ShownScore
from parlour.core.words import Words, filled, joined, plain, words

LIVES = 3
UNDOS = 3
LIFE = 1_000_000_000
UNDO = 100_000_000
MOST_WASTED = 999
MOST_SECONDS = 99_999
STARS = 3
_NOT_SOLVED = words("not solved")
_HELPED = words("with help or a restart")
_STARS = words("{} star in {}"), words("{} stars in {}")
_RESTARTS = words("{} restart"), words("{} restarts")
_HINTS = words("help {}×"), words("help {}×")
_LIVES = words("{} life lost"), words("{} lives lost")
_UNDOS = words("{} undo"), words("{} undos")


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


def stars_of(*, solved: bool, lives: int, helped: bool) -> int:
    """One for a solved level, one more without help and restarts, the last with every life left as well."""
    if not solved or helped:
        return int(solved)
    return STARS if lives == LIVES else STARS - 1


def shown_score(score: int, counts: Counts | None = None) -> ShownScore:
    """What the digits of a score say. How often somebody restarted or asked for help is told by the log alone."""
    if score <= 0:
        return ShownScore(_NOT_SOLVED, _NOT_SOLVED, plain(""), {"solved": 0, "stars": 0} | dict(counts or {}))
    lives_and_one, rest = divmod(score, LIFE)
    undos, tail = divmod(rest, UNDO)
    wasted, seconds = divmod(tail, MOST_SECONDS + 1)
    helped = lives_and_one == 0
    stars = stars_of(solved=True, lives=lives_and_one - 1, helped=helped)
    time = clock(MOST_SECONDS - seconds)
    facts = {
        "solved": 1,
        "stars": stars,
        "time_ms": 1000 * (MOST_SECONDS - seconds),
        "taken_back": MOST_WASTED - wasted,
        "helped": int(helped),
    }
    if not helped:
        facts |= {"lives": lives_and_one - 1, "undos": undos, "restarts": 0, "hints": 0}
    facts |= counts or {}
    lost, undone = LIVES + 1 - lives_and_one, UNDOS - undos
    note = _help_note(counts) if helped else _loss_note(lost, undone)
    short = f"{'★' * stars}{'☆' * (STARS - stars)} {time}"
    spoken = _counted(_STARS, stars, time)
    return ShownScore(plain(short), joined([spoken, note]) if note["en"] else spoken, note, facts)


def clock(seconds: int) -> str:
    """``4:32``, ``1:04:32``."""
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def _help_note(counts: Counts | None) -> Words:
    """``2 restarts, help 3×``, or that there was either."""
    if counts is None:
        return _HELPED
    said = ((_RESTARTS, counts.get("restarts", 0)), (_HINTS, counts.get("hints", 0)))
    return joined([_counted(forms, number) for forms, number in said if number])


def _loss_note(lost: int, undone: int) -> Words:
    """What ranks before the time."""
    if lost:
        return _counted(_LIVES, lost)
    return _counted(_UNDOS, undone) if undone else plain("")


def _counted(forms: tuple[Words, Words], number: int, *facts: str) -> Words:
    one, several = forms
    return filled(one if number == 1 else several, number, *facts)
