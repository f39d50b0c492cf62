"""Whoever waits for something, told of it by a plain call."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Callback: TypeAlias = Callable[[Any, BaseException | None], None]
"""Is called once with a result, or with why there is none."""


def settling(future: "asyncio.Future[T]") -> Callback:
    """Settles the future, unless whoever awaits it has given up."""

    def settle(result: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    return settle
