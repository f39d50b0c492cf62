"""One attack, by the command line of the package."""

import sys

import msgspec
import uvloop
from benchmarks.hostile.attack import Field
from benchmarks.hostile.attacks import ATTACKS


def main() -> None:
    name, url, seconds, room, match = sys.argv[1:]
    field = Field(url.partition("://")[2].rstrip("/"), float(seconds), room, match)
    uvloop.run(ATTACKS[name](field))
    told = {"sent": field.account.sent, "cpu_s": field.cpu_s(), "answers": field.account.answers}
    print(msgspec.json.encode(told).decode())


if __name__ == "__main__":
    main()
