"""``parlour`` as commands of a shell call it, started quickly: the fork server forks it."""

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.server.fork_server import LONGEST, can_fork, fork_server

CALL = """
import json, os, signal, socket, sys


def pass_on(number, _frame):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
    door.connect(sys.argv[1])
    request = {"words": sys.argv[2:], "environment": dict(os.environ), "folder": os.getcwd()}
    socket.send_fds(door, [json.dumps(request).encode()], [0, 1, 2])
    process = int(door.recv(100))
    signal.signal(signal.SIGTERM, pass_on)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    status = int(door.recv(100))
if status < 0:
    os.kill(os.getpid(), -status)
sys.exit(status)
"""
"""What a shell starts in its place: all that it was given goes to the fork server, and its status comes back. Whoever
asks it to stop (SIGTERM) asks the program."""


@contextmanager
def forked_program() -> Iterator[str]:
    """What a shell starts it by, before its words. It can be asked to stop there; whoever kills that kills nothing."""
    if not can_fork():
        yield f"{sys.executable} -m parlour"
        return
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as door:
        door.bind(f"{folder}/door")
        door.listen()
        (call := Path(folder) / "call.py").write_text(CALL)
        listening = Thread(target=_listen, args=(door,))
        listening.start()
        try:
            yield f"{sys.executable} -IS {call} {folder}/door"
        finally:
            door.shutdown(socket.SHUT_RDWR)
            listening.join()


def _listen(door: socket.socket) -> None:
    while True:
        try:
            asking, _ = door.accept()
        except OSError:
            return
        Thread(target=_run, args=(asking,)).start()


def _run(asking: socket.socket) -> None:
    with asking:
        text, streams, _flags, _address = socket.recv_fds(asking, LONGEST, 3)
        request = json.loads(text)
        folder = Path(request["folder"])
        program = fork_server().start_program(request["words"], request["environment"], folder, streams)
        for stream in streams:
            os.close(stream)
        asking.send(str(program.pid).encode())
        asking.send(str(program.wait()).encode())
