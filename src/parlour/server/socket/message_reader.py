"""One message after another: counted, decoded, and handed to what the socket is subscribed to."""

import logging
from time import monotonic
from typing import Protocol

import msgspec

from parlour.server.access.limits import Bucket
from parlour.server.live.subscribers import Subscriber
from parlour.server.metrics import Metrics
from parlour.server.protocol.messages import Bye, Fault, Ping, Pong, Say, Submit, decode, encode
from parlour.server.protocol.problems import Problem

logger = logging.getLogger("parlour")
MOST_FAULTS = 40
"""Messages that are malformed or too many, before the socket is closed."""


PONG = encode(Pong())


class Channel(Protocol):
    """What a socket is subscribed to."""

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody is there from now on, and gets what there is to see."""
        ...

    def exit(self, subscriber: Subscriber) -> None:
        """The socket was closed."""
        ...

    def receive(self, subscriber: Subscriber, message: Submit | Say) -> None:
        """Do what a message asks, or Problem."""
        ...


class MessageReader:
    """The messages of one socket."""

    def __init__(
        self, channel: Channel, subscriber: Subscriber, bucket: Bucket, metrics: Metrics, retry_ms: int
    ) -> None:
        self._channel = channel
        self._subscriber = subscriber
        self._bucket = bucket
        self._metrics = metrics
        self._retry_ms = retry_ms
        """When whoever is sent away may come back."""
        self._faults_left = MOST_FAULTS

    def read(self, text: bytes) -> None:
        """Do what one message asks, or say why not."""
        subscriber = self._subscriber
        if subscriber.closing is not None:
            return
        message = None
        try:
            if not self._bucket.take(monotonic()):
                raise Problem(429, "too-fast", "too many requests; wait a moment")
            message = decode(text)
            if isinstance(message, Ping):
                subscriber.send(PONG)
            else:
                self._channel.receive(subscriber, message)
        except Problem as problem:
            ref = message.ref if isinstance(message, Submit) else None
            self._refuse(Fault(problem.code, problem.detail, ref))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(Fault("malformed", str(error)))
        except Exception:
            logger.exception("a message could not be taken")
            subscriber.close(Bye("broken", 1000))

    def _refuse(self, fault: Fault) -> None:
        self._metrics.fault(fault.code)
        self._subscriber.send(encode(fault))
        self._faults_left -= 1
        if self._faults_left == 0:
            self._subscriber.close(Bye(fault.code, self._retry_ms))
