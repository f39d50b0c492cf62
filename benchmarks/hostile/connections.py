"""Attacks before there is a request: connections that say nothing, little or far too much."""

import asyncio
import resource

from benchmarks.hostile.attack import Field
from benchmarks.hostile.connection import LOST, Connection

SILENT = 5_000
SLOW = 1_000
HEADER = 196 * 2**20
CHUNK = 256 * 1024


async def _crowd(field: Field, count: int) -> list[Connection]:
    """So many connections, or as many as there is room for."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found = []
    for _ in range(min(count, most - 100)):
        try:
            found.append(await field.connect())
        except LOST as error:
            field.account.answers[type(error).__name__] += 1
    return found


async def _closed_of(field: Field, crowd: list[Connection]) -> None:
    """Count those that the server closes before the attack is over."""
    waiting = [asyncio.create_task(connection.wait_closed()) for connection in crowd]
    async for _ in field.ticks():
        if all(task.done() for task in waiting):
            break
    field.account.answers["closed by the server"] += sum(task.done() for task in waiting)
    field.account.answers["still open"] += sum(not task.done() for task in waiting)
    for task in waiting:
        task.cancel()


async def silent_connections(field: Field) -> None:
    """5,000 connections that say nothing."""
    field.begin()
    await _closed_of(field, await _crowd(field, SILENT))


async def slow_headers(field: Field) -> None:
    """1,000 connections that send a request letter by letter."""
    field.begin()
    crowd = await _crowd(field, SLOW)
    letters = f"GET /health HTTP/1.1\r\nHost: {field.host}\r\nX-Slow: ".encode() + b"a" * 10_000
    closing = asyncio.create_task(_closed_of(field, crowd))
    for at in range(len(letters)):
        for connection in crowd:
            try:
                await connection.send(letters[at : at + 1])
            except LOST:
                connection.close()
        await asyncio.sleep(0.25)
        if not field.going_on:
            break
    await closing


async def huge_header(field: Field) -> None:
    """A header of 196 MB, again whenever it is cut off."""
    field.begin()
    chunk = b"a" * CHUNK
    async for _ in field.ticks():
        try:
            connection = await field.connect()
            await connection.send(f"GET /health HTTP/1.1\r\nHost: {field.host}\r\nX-Huge: ".encode())
            for _ in range(HEADER // CHUNK):
                await connection.send(chunk)
                if not field.going_on:
                    break
            field.account.answers["taken whole"] += 1
        except LOST as error:
            field.account.answers[type(error).__name__] += 1
