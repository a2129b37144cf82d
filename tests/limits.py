"""Limits of a package, overridden for the time of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

_Limits = TypeVar("_Limits")


@contextmanager
def override(limits: object, **values: object) -> Iterator[None]:
    """Give fields of the shared, frozen `limits` other values until the block is left."""
    before = {name: getattr(limits, name) for name in values}
    try:
        for name, value in values.items():
            object.__setattr__(limits, name, value)
        yield
    finally:
        for name, value in before.items():
            object.__setattr__(limits, name, value)


def changed(limits: _Limits, **values: object) -> _Limits:
    """Return a copy of `limits` with other values."""
    found = type(limits)()
    for name, value in {**vars(limits), **values}.items():
        getattr(found, name)
        object.__setattr__(found, name, value)
    return found
