"""How much is asked for. PARLOUR_MANY=1 wants what takes too long for every run: all that a browser must answer as the
program does here, in Node and in Chromium, whole games without a network, every page in each theme at each size, a
full disk at every statement, and a hub from the wheel alone."""

import os

MANY = bool(os.environ.get("PARLOUR_MANY"))
