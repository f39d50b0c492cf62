"""Errors over HTTP, in the one shape of RFC 9457."""

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap
from msgspec import Struct

from parlour.core.errors import MalformedInput, SessionRejected
from parlour.store.failure import StoreFailed, StoreFull, StoreUnavailable

logger = logging.getLogger("parlour")
MEDIA_TYPE = "application/problem+json"
AWAY_RETRY_S = 2
LEFT = "client disconnected prematurely"
"""The framework's message when a client leaves before its body is complete, which is no fault of the program."""


class Problem(Exception):
    """A request that cannot be fulfilled; ``code`` is stable, ``detail`` is for people."""

    def __init__(self, status: int, code: str, detail: str, *, retry_after_s: int | None = None) -> None:
        self.status = status
        self.code = code
        self.detail = detail
        self.retry_after_s = retry_after_s
        """The seconds of the header ``Retry-After``; None if that is not known."""
        super().__init__(f"{code}: {detail}")

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed a little later: it was one too many, or the server is busy."""
        return self.status in (429, 503)


class ProblemDetails(Struct, frozen=True):
    """The body of every error."""

    type: str
    """``urn:parlour:`` and the code."""
    title: str
    status: int
    detail: str
    code: str


def not_found(what: str) -> Problem:
    """The Problem of something that does not exist, or no longer."""
    return Problem(404, f"no-such-{what}", f"there is no such {what}")


def details_of(problem: Problem) -> ProblemDetails:
    """The problem as a body."""
    title = HTTPStatus(problem.status).phrase
    return ProblemDetails(f"urn:parlour:{problem.code}", title, problem.status, problem.detail, problem.code)


def answer(problem: Problem) -> "Response[ProblemDetails]":
    """The problem as a response."""
    headers = {} if problem.retry_after_s is None else {"Retry-After": str(problem.retry_after_s)}
    return Response(details_of(problem), status_code=problem.status, media_type=MEDIA_TYPE, headers=headers)


def on_problem(_request: "Request[Any, Any, Any]", problem: Problem) -> "Response[ProblemDetails]":
    """The response to a Problem."""
    return answer(problem)


def on_malformed(_request: "Request[Any, Any, Any]", error: MalformedInput) -> "Response[ProblemDetails]":
    """The response to input that the core could not read."""
    return answer(Problem(400, "malformed", str(error)))


def on_rejected(_request: "Request[Any, Any, Any]", error: SessionRejected) -> "Response[ProblemDetails]":
    """The response for a stored match that this version cannot replay."""
    return answer(Problem(410, error.code, error.reason))


def on_http(_request: "Request[Any, Any, Any]", error: HTTPException) -> "Response[ProblemDetails]":
    """The response to what the framework refuses: unknown paths, wrong methods, bodies that do not decode."""
    if error.detail == LEFT:
        return answer(Problem(408, "request-timeout", "the request did not come to its end"))
    if error.status_code >= 500:
        return on_fault(_request, error)
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
    return answer(Problem(error.status_code, code, _detail_text(error)))


def on_fault(request: "Request[Any, Any, Any]", error: Exception) -> "Response[ProblemDetails]":
    """The response to a fault of the program, which is logged in full and told in brief."""
    logger.error("fault", exc_info=error, extra={"facts": {"path": request.url.path, "method": request.method}})
    return answer(Problem(500, "fault", "the server failed to answer; it has been logged"))


def on_failure(_request: "Request[Any, Any, Any]", failure: StoreFailed) -> "Response[ProblemDetails]":
    """The response after the store has failed for good: the server is about to end, and has logged why."""
    return answer(store_failed(str(failure)))


def on_unavailable(_request: "Request[Any, Any, Any]", error: StoreUnavailable) -> "Response[ProblemDetails]":
    """The response while the store is away, busy or full, which passes."""
    return answer(store_unavailable(error))


def store_unavailable(error: StoreUnavailable) -> Problem:
    """The Problem of a store that is away, busy or full for now."""
    code = "store-full" if isinstance(error, StoreFull) else "store-away"
    return Problem(503, code, str(error), retry_after_s=AWAY_RETRY_S)


def store_failed(reason: str) -> Problem:
    """The Problem of a store that has failed for good: nothing more can be saved, so nothing more is done."""
    return Problem(503, "store-failed", f"{reason}; nothing more is accepted, and this server ends")


def _detail_text(error: HTTPException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [str(part.get("message", "")) for part in extra if isinstance(part, dict)]
    cause = error.__cause__
    if isinstance(cause, msgspec.ValidationError | msgspec.DecodeError):
        parts.append(str(cause))
    return "; ".join([error.detail, *(part for part in dict.fromkeys(parts) if part)])


EXCEPTION_HANDLERS: ExceptionHandlersMap = {
    Problem: on_problem,
    MalformedInput: on_malformed,
    SessionRejected: on_rejected,
    StoreFailed: on_failure,
    StoreUnavailable: on_unavailable,
    HTTPException: on_http,
    Exception: on_fault,
}
"""The response to each kind of exception that a route may raise."""
