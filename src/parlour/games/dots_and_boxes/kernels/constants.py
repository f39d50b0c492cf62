"""The numbers that the kernels share with their callers. Nothing here is compiled."""

LINES = 60
BOXES = 25
FULL = (1 << LINES) - 1

# The work array of one search: nodes so far, nodes after which it stops, whether it stopped; then the history of each
# line, then the children of every ply.
NODES, LIMIT, STOPPED = range(3)
HISTORY = 8
CHILDREN = 72
CHILD = 5
PLY = LINES * CHILD
WORK = CHILDREN + (LINES + 2) * PLY

# The buckets of a table have so many entries; a table has at least so many bits to number its buckets.
WAYS = 4
MIN_BUCKET_BITS = 20
CACHE_LINE = 64

# Columns of a node of a tree: the position, where the nodes begin that follow it and how many they are, the line that
# led to it; with two players the boxes that this line gave away, with more the boxes it won and whose turn it is.
POSITION, FIRST_CHILD, CHILD_COUNT, LINE, GAIN = range(5)
BOXES_WON, SEAT = 4, 5
NODE = 5
NODE_OF_MANY = 6
