"""A page for tests: asks a worker in JSON, as the browser's page does, by a clock that goes on with each question."""

import json
from typing import Any

from parlour.home.worker import HomeWorker

Json = dict[str, Any]
STEP_MS = 100


class SetClock:
    """Stands where it is set to."""

    def __init__(self, at: int = 1_700_000_000_000) -> None:
        self.at = at

    def now_ms(self) -> int:
        return self.at


class Page:
    """One room: what was received, in order, and the latest room and view."""

    def __init__(self, worker: HomeWorker, clock: SetClock, code: str = "HOME") -> None:
        self.worker, self.clock, self.code = worker, clock, code
        self.room: Json = {}
        self.view: Json = {}
        self.now: Json = {}
        self.kept: Json = {}
        self.received: list[Json] = []
        self.refs = 0

    def ask(self, ask: str, **more: Any) -> Any:
        self.clock.at += STEP_MS
        answer = json.loads(self.worker.answer(json.dumps({"ask": ask, **more})))
        return self._take(answer) if answer["is"] == "table" else answer

    def of_table(self, ask: str, **more: Any) -> Any:
        return self.ask(ask, code=self.code, **more)

    def open(self, game: str, *seats: str, **more: Any) -> Any:
        """``open("nim", "me", "casual")``: words other than me are bot levels."""
        places = [{"for": seat} if seat == "me" else {"for": "bot", "level": seat} for seat in seats]
        opening = {"code": self.code, "player": "p1", "name": "Ann", "game": game, "seats": places, **more}
        return self.ask("open", opening=opening)

    def submit(self, seat: int, action: Json, ref: str | None = None) -> list[Json]:
        """The messages that follow."""
        self.refs += 1
        message = {"type": "submit", "ref": ref or f"r{self.refs}", "match": self.view["match"], "seat": seat}
        before = len(self.received)
        self.of_table("receive", message=message | {"action": action})
        return self.received[before:]

    def bots_play(self) -> None:
        while self.now["turn"] is not None:
            plays = self.ask("choose", turn=self.now["turn"])["value"]
            assert plays["failed"] is None
            self.of_table("play", plays=plays)

    def _take(self, answer: Json) -> Json:
        self.now = answer
        if answer["kept"] is not None:
            self.kept = answer["kept"]
        for message in answer["frames"]:
            self.received.append(message)
            if message["type"] in ("room", "view"):
                setattr(self, message["type"], message)
        return answer


def new_page() -> Page:
    clock = SetClock()
    return Page(HomeWorker(clock, lambda _part: None), clock)
