"""Callbacks that settle futures."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Callback: TypeAlias = Callable[[Any, BaseException | None], None]
"""A function that is called once, with a result or with an error."""


def settling(future: "asyncio.Future[T]") -> Callback:
    """A callback that settles a future, unless it was cancelled."""

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    return settle
