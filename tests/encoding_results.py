"""Encodings that tests require."""

from typing import TypeVar

from surefoot.systems.encode.encoding import NotEncodable

_Encoded = TypeVar("_Encoded")


def encoded(found: _Encoded | NotEncodable) -> _Encoded:
    """Return ``found``; fail if there is no encoding."""
    assert not isinstance(found, NotEncodable), found.reason
    return found


def refusal(found: object) -> str:
    """Return why there is no encoding; fail if ``found`` is one."""
    assert isinstance(found, NotEncodable)
    return found.reason
