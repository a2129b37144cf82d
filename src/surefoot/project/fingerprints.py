"""Fingerprints of compiled definitions: hashes of their code without positions in the source."""

import pickle
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from typing import Any

from surefoot.base.records import dataclass
from surefoot.base.spans import Span


@dataclass(frozen=True, slots=True)
class CodeFingerprint:
    """The hash of a definition, and its positions in the order of the code."""

    digest: str
    positions: tuple[Span, ...]


def fingerprint_of(definition: object) -> CodeFingerprint:
    """Return the fingerprint of immutable data, such as a definition in a module.

    Ensures: equal digests imply equal data except for positions.
    """
    output = BytesIO()
    pickler = _WithoutPositions(output)
    pickler.dump(definition)
    return CodeFingerprint(sha256(output.getvalue()).hexdigest(), tuple(pickler.positions))


def digest_of(parts: Sequence[str]) -> str:
    """Return the hash of texts."""
    return sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()


class _WithoutPositions(pickle.Pickler):
    """Serialisation in which all positions are the same."""

    def __init__(self, output: BytesIO) -> None:
        super().__init__(output, protocol=pickle.HIGHEST_PROTOCOL)
        self.positions: list[Span] = []

    def reducer_override(self, value: object) -> Any:  # noqa: ANN401 as the standard library declares it
        """Return the same reduction for each position."""
        if isinstance(value, Span):
            self.positions.append(value)
            return str, ()
        return NotImplemented
