"""Somebody's session: what a replay says of it, and what it says of itself."""

from msgspec import Struct, structs

from parlour.core.game import Outcome
from parlour.core.session import OWN_FORMAT
from parlour.core.waiting import play_started
from parlour.games import shown_scores
from parlour.games.documents import Document, ShownVerdict
from parlour.protocol.analysis import Computed
from parlour.protocol.messages import ChosenOptions
from parlour.protocol.options import plain_options


class ForeignSession(Struct, frozen=True, kw_only=True):
    """Somebody's session: what a replay says of it, and what it says of itself."""

    verdict: ShownVerdict
    game: str
    format: str
    """The format that it is written in."""
    board: str
    options: ChosenOptions
    seed: int
    seats: int
    started: int
    """The time at which play began."""
    ended: int | None
    entries: int
    outcome: Outcome | None
    """The outcome that it claims."""
    analysis: bool
    """Whether it can be analysed: it holds, and the game has an analyst."""
    computed: Computed


def described(document: Document, computed: Computed) -> ForeignSession:
    """What a session says, and whether it holds."""
    kit, verdict, session = document.kit, document.verdict(), document.session()
    return ForeignSession(
        verdict=ShownVerdict(
            **structs.asdict(verdict), shown=shown_scores(session.game, verdict.scores, session.entries)
        ),
        game=session.game,
        format=OWN_FORMAT if document.form is None else document.form.name,
        board=kit.board_of(session.options, session.seats),
        options=plain_options(session.options),
        seed=session.seed,
        seats=session.seats,
        started=play_started(session),
        ended=session.ended,
        entries=len(session.entries),
        outcome=session.outcome,
        analysis=verdict.ok and kit.analyst is not None,
        computed=computed,
    )
