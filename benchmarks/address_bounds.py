"""What one address can cost the server at most, computed from its limits.

The costs of a request, a message and a file are upper bounds that bench_bounds.py compares with a running server;
everything else follows from the settings.
"""

from parlour.server.access.limits.quotas import BYTES_OF_A_PERSON, ENTRIES_OF_A_PERSON
from parlour.server.access.limits.rate_limits import FILES_KEPT_UP, MESSAGES_OF_A_PERSON
from parlour.server.settings import Settings

REQUEST_S = 0.004
"""Processor seconds of the server for a request, with what it writes."""
MESSAGE_S = 0.0006
"""Processor seconds for a message of a socket that becomes an entry of a log and is sent to ten."""
FILE_S = 0.001
"""Processor seconds for a file of the client."""
ENTRY_S = 0.000_005
"""Processor seconds for an entry of a log that is read and decoded for somebody who looks at its match."""


def bytes_within(settings: Settings, seconds: float) -> float:
    """The bytes that an address can have written to the store within so many seconds, with all its unused quota."""
    people = settings.people_of_an_address
    return min(people * window.most * (1 + seconds / window.seconds) for window in BYTES_OF_A_PERSON)


def bytes_a_day(settings: Settings) -> float:
    """The bytes that an address can have written to the store each day in the long run."""
    return settings.people_of_an_address * BYTES_OF_A_PERSON[-1].most


def processor_s_a_minute(settings: Settings) -> float:
    """The seconds a minute that the server spends on an address that uses all its limits; workers come on top."""
    rate, messages = settings.requests_per_second, settings.people_of_an_address * MESSAGES_OF_A_PERSON
    entries = 2 * settings.people_of_an_address * ENTRIES_OF_A_PERSON[0].most
    return 60 * (rate * REQUEST_S + messages * MESSAGE_S + rate * FILES_KEPT_UP * FILE_S) + entries * ENTRY_S
