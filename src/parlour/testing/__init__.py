"""The laws of a game, for its author's tests. Imports games, core and languages.

All of them at once::

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_contract(law: Law) -> None:
        for seed in SEEDS:
            law(kit, seed)
"""

from parlour.testing import clock_laws, laws, name_laws, page_laws, secret_laws
from parlour.testing.law import LAWS, Law

SEEDS = (0, 1, 2, 77, -5, 2**31 + 11, 2**40 + 3, -(2**52))
"""Enough to try a game by. Other integers from -2^52 to 2^52 do as well."""

__all__ = ["LAWS", "SEEDS", "Law", "clock_laws", "laws", "name_laws", "page_laws", "secret_laws"]
