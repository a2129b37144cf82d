"""Comparison of pointers in concrete states with the shapes of a control system."""

from types import SimpleNamespace
from typing import Any

import pytest

from surefoot.systems.encode.concrete_states import may_wrap_to_zero

MASK = 2**64 - 1


@pytest.mark.parametrize(
    ("base", "expected"), [(2**64 - 3, True), (2**64 - 2**20, False), (0x10000, False), (0, False)]
)
def test_addresses_near_the_top_wrap_around(base: int, expected: bool) -> None:
    """A pointer into such an object that was never dereferenced can have the value 0."""
    candidate: Any = object()
    found: Any = {candidate: SimpleNamespace(base=base)}
    assert may_wrap_to_zero((candidate,), MASK, found) is expected
    assert not may_wrap_to_zero((candidate,), MASK, {})
