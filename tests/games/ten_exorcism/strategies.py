"""Boards and selections for the properties."""

from hypothesis import strategies as st

from parlour.games.ten_exorcism.rules import COLS, ROWS, Select, board_from_seed

SEEDS = st.integers(-(2**52), 2**52)


def sparse(cells: dict[int, int]) -> bytes:
    return bytes(cells.get(index, 0) for index in range(ROWS * COLS))


FULL_BOARDS = SEEDS.map(board_from_seed)
SPARSE_BOARDS = st.dictionaries(st.integers(0, ROWS * COLS - 1), st.integers(1, 9), max_size=12).map(sparse)
HEAVY_BOARDS = st.lists(st.sampled_from([0, 7, 8, 9]), min_size=ROWS * COLS, max_size=ROWS * COLS).map(bytes)
LINE_BOARDS = st.builds(
    lambda col, powers: sparse({row * COLS + col: power for row, power in enumerate(powers)}),
    st.integers(0, COLS - 1),
    st.lists(st.sampled_from([0, 1, 1, 2, 3, 8, 9]), min_size=3, max_size=ROWS),
)
ANY_BOARDS = st.lists(st.integers(0, 9), min_size=ROWS * COLS, max_size=ROWS * COLS).map(bytes)
BOARDS = FULL_BOARDS | SPARSE_BOARDS | HEAVY_BOARDS | LINE_BOARDS | ANY_BOARDS

SELECTIONS = st.builds(Select, *[st.integers(0, ROWS - 1), st.integers(0, COLS - 1)] * 2)
WILD_SELECTIONS = st.builds(Select, *[st.integers(-(2**31), 2**31) | st.integers(-3, 20)] * 4)
