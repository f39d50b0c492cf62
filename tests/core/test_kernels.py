"""The mathematics that the kernels of all games share."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.kernels import log


@given(st.floats(2.0**-1000, 2.0**1000))
def test_log_is_right_to_the_last_few_bits(x: float) -> None:
    assert log(x) == pytest.approx(math.log(x), rel=4 * 2.0**-52, abs=2.0**-52)


@pytest.mark.parametrize("exponent", [-40, -1, 0, 1, 31])
def test_log_of_a_power_of_two_is_that_many_logs_of_two(exponent: int) -> None:
    assert log(2.0**exponent) == exponent * math.log(2)


def test_log_has_the_same_bits_on_every_machine() -> None:
    bits = ["-0x1.26bb1bbb55515p+1", "0x1.193ea7aad030ap+0", "0x1.ba20da39bd28cp+2"]
    assert [log(x).hex() for x in (0.1, 3.0, 1000.5)] == bits
