"""A child process that the event loop talks to by two pipes."""

import asyncio
import subprocess
import sys
from asyncio.streams import FlowControlMixin


class Child:
    """A Python process, with the pipe for requests and the pipe for answers."""

    def __init__(
        self,
        process: "subprocess.Popen[bytes]",
        requests: asyncio.StreamWriter,
        answers: asyncio.StreamReader,
        pipe: asyncio.BaseTransport,
    ) -> None:
        self._process = process
        self.pid = process.pid
        self.requests = requests
        self.answers = answers
        self._pipe = pipe
        """The transport that the answers are read from."""

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the process at once (SIGKILL)."""
        self._process.kill()

    async def wait(self) -> int:
        """Wait for the process to end, close both pipes and return its exit status."""
        status = await asyncio.to_thread(self._process.wait)
        self.requests.close()
        self._pipe.close()
        return status


async def started(*arguments: str) -> Child:
    """A new process. A thread starts it: the event loop is held up for 2 ms rather than 10."""
    loop = asyncio.get_running_loop()
    starting = loop.run_in_executor(None, _start, arguments)
    try:
        process = await asyncio.shield(starting)
    except asyncio.CancelledError:
        starting.add_done_callback(_give_up)
        raise
    if process.stdin is None or process.stdout is None:
        raise AssertionError("it is started with pipes")
    answers = asyncio.StreamReader()
    pipe, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(answers), process.stdout)
    transport, protocol = await loop.connect_write_pipe(FlowControlMixin, process.stdin)
    return Child(process, asyncio.StreamWriter(transport, protocol, None, loop), answers, pipe)


def _start(arguments: tuple[str, ...]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )


def _give_up(starting: "asyncio.Future[subprocess.Popen[bytes]]") -> None:
    """Kill a process that was started for a caller who has been cancelled."""
    if starting.exception() is None:
        with starting.result() as process:
            process.kill()
