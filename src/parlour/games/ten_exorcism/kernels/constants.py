"""Where everything lies in the memory of a search. Nothing here is compiled.

A cell's value packs its power, its weight and 1, so that one sum tells power, weight and number of ghosts.

A move is eight words: the set of cells of its rectangle, the set of ghosts that it frees, the rectangle's sides and the
number of ghosts in bytes (see packed), and three of its cells. Moves that free two ghosts, and three in a small
rectangle, are all known beforehand: the pool, listed by cell.
"""

ROWS = 17
COLS = 10
TEN = 10
POWERS = 9
SPANS = [(west, east) for west in range(COLS) for east in range(west, COLS)]
"""All runs of columns."""
VECTOR = 8
"""Words of a vector, which has a byte for each span and some to spare."""
LANES = 8
"""Moves that lie side by side."""

CELLS = ROWS * COLS
WORD_ROWS = 6
WORD_CELLS = WORD_ROWS * COLS

# Of a cell's value: power below bit 16, weight from there, one ghost at bit 40.
POWER = 0xFFFF
WEIGHT_AT = 16
WEIGHT = 0xFFFFFF
GHOST_AT = 40

UNIT = 64
"""What a ghost weighs in the choice among moves, and costs a line that leaves it, before its price counts."""

# Inside a move.
BOX = 0
TAKEN = 3
SIDES = 6
CORNERS = 7
MOVE = 8

# Inside an entry of a cell's list: rows of the rectangle, then these.
ENTRY_COLUMNS = 10
ENTRY_ONE = 20
ENTRY_OTHER = 28
ENTRY_GHOSTS = 36
ENTRY_NUMBER = 40

SHELF_WORDS = 6 * LANES

MOST_MOVES = 96
MOST_CANDIDATES = 1000
MOST_POOLED = 16_000
LARGEST_PAIR = 24
LARGEST_TRIPLE = 9
"""The areas up to which pairs and triples are in the pool."""

ROW = 0
"""For each row the vector of a position that is played to its end."""
SUMS = ROW + ROWS * VECTOR
"""For each row that holds a ghost the vector of all rows above it; and of all rows."""
CELL = SUMS + (ROWS + 1) * VECTOR
"""For each cell its vector."""
VALUE = CELL + CELLS * VECTOR
COST = VALUE + CELLS
"""For each cell what a line pays for leaving its ghost."""
SPAN = COST + CELLS
TIGHT = SPAN + len(SPANS)
COLUMNS = TIGHT + (1 << COLS)
"""For each row the columns that hold a ghost, of the position of ROW."""
HELD = COLUMNS + ROWS
"""For each row that holds a ghost its number and columns, and the spans in which it holds one."""
FOUND = HELD + 2 * ROWS
"""Pairs of rows with a rectangle between them, and its spans."""
NOW = FOUND + ROWS * (ROWS + 1) + 2
"""The ghosts that the line leaves over."""
SPREAD = NOW + 3
"""For each top and bottom row a bit at column 0 of every row between them, three words."""
INFO = SPREAD + ROWS * ROWS * 3
LINE = INFO + 32
"""The moves that are being improved."""
TRIAL = LINE + MOST_MOVES * MOVE
"""Where the moves of a changed line are found, from the first that differs on."""
STAGE = TRIAL + MOST_MOVES
FRESH = STAGE + MOST_MOVES * MOVE
"""The moves that play a changed line to its end."""
BEST = FRESH + MOST_MOVES * MOVE
CANDIDATE = BEST + MOST_MOVES * MOVE
KEY = CANDIDATE + MOST_CANDIDATES
BEFORE = KEY + MOST_CANDIDATES
"""The set of ghosts before each move of the line, and after the last."""
NO_CELL = CELLS
WHEN = BEFORE + MOST_MOVES * 3 + 3
"""For each cell the move of the line that clears it; the line's length where none does. NO_CELL is cleared never."""
LIST_FROM = WHEN + CELLS + 1
LIST = LIST_FROM + CELLS + 1
POOL = LIST + MOST_POOLED * 3
SHELF_FROM = POOL + MOST_POOLED * MOVE
SHELF = (SHELF_FROM + CELLS + LANES) // LANES * LANES
"""The rectangles and ghosts of a cell's list once more, LANES moves side by side (see equal_sets)."""
SIZE = SHELF + (MOST_POOLED * 3 // LANES + CELLS) * SHELF_WORDS

# Inside INFO.
LENGTH, BEST_LENGTH, BEST_SCORE, RANDOM, POOLED, ITERATIONS = range(6)
