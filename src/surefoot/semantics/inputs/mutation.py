"""Mutation of inputs: an input that reaches a new location is mostly similar to one that came near
it.
"""

from collections.abc import Callable, Sequence
from random import Random

from surefoot.logic import Sort, Value
from surefoot.semantics.inputs.dictionary import BYTE, Dictionary
from surefoot.semantics.inputs.sampling import Inputs, likely_value
from surefoot.semantics.limits import LIMITS

_Stream = list[Value]


class Mutator:
    """Mutator of inputs; all its decisions are drawn from ``random``."""

    def __init__(self, random: Random, dictionary: Dictionary) -> None:
        self._random = random
        self._dictionary = dictionary
        self._changes: tuple[Callable[[_Stream, Sort, Sequence[Value]], None], ...] = (
            self._replace,
            self._replace,
            self._step,
            self._repeat,
            self._insert,
            self._write_text,
            self._remove,
            self._cut,
            self._splice,
        )

    def mutated(self, inputs: Inputs, others: Inputs) -> Inputs:
        """Return ``inputs`` with some changes, which may use parts of ``others``.

        A stream that ends early is continued with sampled values.
        """
        random = self._random
        found = {target: list(values) for target, values in inputs.items()}
        targets = [target for target, values in found.items() if values]
        for _ in range(random.randint(1, LIMITS.mutations) if targets else 0):
            target = random.choice(targets)
            if found[target]:
                random.choice(self._changes)(found[target], target.sort, others.get(target, ()))
        return found

    def _new(self, sort: Sort) -> Value:
        known = self._dictionary.values.get(sort, ())
        if known and self._random.random() < LIMITS.dictionary_constant_share:
            return self._random.choice(known)
        return likely_value(sort, self._random, self._dictionary.values)

    def _replace(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        stream[self._random.randrange(len(stream))] = self._new(sort)

    def _step(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        """Add or subtract a small number, or flip one bit."""
        if not sort.width:
            self._replace(stream, sort, ())
            return
        at = self._random.randrange(len(stream))
        value = int(stream[at])  # type: ignore[arg-type]  # of a bit-vector
        if self._random.random() < 0.5:
            stream[at] = (value + self._random.choice((1, -1, 2, -2))) & sort.mask
        else:
            stream[at] = value ^ 1 << self._random.randrange(sort.width)

    def _repeat(self, stream: _Stream, _sort: Sort, _others: Sequence[Value]) -> None:
        """Repeat a part, inserted behind itself or over another place."""
        random = self._random
        start = random.randrange(len(stream))
        part = stream[start : start + random.randint(1, 4)]
        if random.random() < 0.5:
            stream[start:start] = part
        else:
            at = random.randrange(len(stream))
            stream[at : at + len(part)] = part

    def _insert(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        stream.insert(self._random.randrange(len(stream) + 1), self._new(sort))

    def _write_text(self, stream: _Stream, sort: Sort, _others: Sequence[Value]) -> None:
        """Insert a text of the program, or overwrite a part with it."""
        texts = self._dictionary.texts
        if sort is not BYTE or not texts:
            self._insert(stream, sort, ())
            return
        text = self._random.choice(texts)
        at = self._random.randrange(len(stream))
        stream[at : at + (len(text) if self._random.random() < 0.5 else 0)] = text

    def _remove(self, stream: _Stream, _sort: Sort, _others: Sequence[Value]) -> None:
        at = self._random.randrange(len(stream))
        del stream[at : at + self._random.randint(1, 3)]

    def _cut(self, stream: _Stream, _sort: Sort, _others: Sequence[Value]) -> None:
        """Truncate the stream; its rest is sampled anew."""
        del stream[self._random.randrange(len(stream)) :]

    def _splice(self, stream: _Stream, _sort: Sort, others: Sequence[Value]) -> None:
        """Continue with a part of other inputs."""
        at = self._random.randrange(len(stream) + 1)
        stream[at:] = others[at if self._random.random() < 0.5 else self._random.randrange(len(others) + 1) :]
