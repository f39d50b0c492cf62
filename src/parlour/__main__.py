"""``python -m parlour``."""

from parlour.cli.app import main

main()
