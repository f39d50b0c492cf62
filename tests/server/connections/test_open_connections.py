"""Who has to go when there are too many connections."""

from parlour.server.connections.open_connections import OpenConnections
from parlour.server.connections.open_files import LEAST_CONNECTIONS, RESERVED_FILES, room_for_connections


class Connection:
    def __init__(self, kept: OpenConnections, address: str | None) -> None:
        self.closed = False
        self.entered = kept.enter(self, address)

    def make_room(self) -> None:
        self.closed = True


def test_the_oldest_silent_connection_of_an_address_goes_for_its_next() -> None:
    kept = OpenConnections(10, 3)
    first, second, third, fourth = (Connection(kept, "a") for _ in range(4))
    assert [connection.closed for connection in (first, second, third, fourth)] == [True, False, False, False]
    assert len(kept) == 3


def test_silence_counts_from_the_last_answer() -> None:
    kept = OpenConnections(10, 2)
    first, second = Connection(kept, "a"), Connection(kept, "a")
    kept.busy(first)
    kept.silent(first)
    third = Connection(kept, "a")
    assert [connection.closed for connection in (first, second, third)] == [False, True, False]


def test_an_address_whose_connections_are_all_busy_gets_no_more() -> None:
    kept = OpenConnections(10, 2)
    for _ in range(2):
        kept.busy(Connection(kept, "a"))
    assert not Connection(kept, "a").entered
    assert Connection(kept, "b").entered


def test_one_address_never_has_more_than_half() -> None:
    kept = OpenConnections(10, 1_000)
    for _ in range(5):
        kept.busy(Connection(kept, "a"))
    assert not Connection(kept, "a").entered


def test_when_all_is_full_the_address_with_most_silent_ones_makes_room() -> None:
    kept = OpenConnections(6, 3)
    lone, proxy = Connection(kept, "b"), Connection(kept, None)
    many = [Connection(kept, "a") for _ in range(3)]
    busy = Connection(kept, "c")
    kept.busy(busy)
    newcomer = Connection(kept, "d")
    assert newcomer.entered
    assert [connection.closed for connection in (lone, proxy, busy, *many)] == [False, False, False, True, False, False]


def test_proxies_carry_everybody_and_make_room_last() -> None:
    kept = OpenConnections(4, 1)
    proxies = [Connection(kept, None) for _ in range(3)]
    stranger = Connection(kept, "a")
    assert Connection(kept, None).entered
    assert (stranger.closed, [proxy.closed for proxy in proxies]) == (True, [False, False, False])
    assert Connection(kept, None).entered
    assert [proxy.closed for proxy in proxies] == [True, False, False]


def test_nobody_is_let_in_where_everybody_is_busy() -> None:
    kept = OpenConnections(2, 1)
    connections = [Connection(kept, address) for address in "ab"]
    for connection in connections:
        kept.busy(connection)
    assert not Connection(kept, "c").entered
    kept.leave(connections[0])
    kept.leave(connections[0])
    assert Connection(kept, "c").entered
    assert len(kept) == 2


def test_files_are_kept_for_the_store_and_the_logs() -> None:
    assert room_for_connections(10_000, None) == 10_000
    assert room_for_connections(10_000, 20_000) == 10_000
    assert room_for_connections(10_000, 1_024) == 1_024 - RESERVED_FILES
    assert room_for_connections(10_000, 100) == LEAST_CONNECTIONS


def test_a_socket_keeps_the_place_of_its_connection_and_makes_room_for_nobody() -> None:
    kept = OpenConnections(2, 1)
    connection = Connection(kept, "a")
    free = kept.keep_place(connection)
    kept.leave(connection)
    assert not Connection(kept, "a").entered
    assert (connection.closed, len(kept)) == (False, 1)
    free()
    assert len(kept) == 0
    assert Connection(kept, "a").entered
