"""The check that clocks agree."""

from collections.abc import Mapping

from parlour.store.checks import Check, doubtful, fine, wrong

DOUBTFUL_S = 2.0
"""A difference that a person notices on a game's clock."""
WRONG_S = 60.0
ADVICE = "let a time service (chrony, systemd-timesyncd) set the clocks of all machines, then restart the servers"


def judged_skew(name: str, ahead_s: Mapping[str, float]) -> Check:
    """The check of clocks, given how far each is ahead of this machine's; the largest difference of two counts."""
    offsets = [0.0, *ahead_s.values()]
    apart = max(offsets) - min(offsets)
    worst = max(ahead_s, key=lambda where: abs(ahead_s[where]), default="")
    said = f"the clock of {worst} and this machine's are {abs(ahead_s.get(worst, 0.0)):.1f} s apart"
    if apart >= WRONG_S:
        return wrong(name, said, ADVICE)
    if apart >= DOUBTFUL_S:
        return doubtful(name, said, ADVICE)
    return fine(name, f"clocks agree within {apart:.1f} s")
