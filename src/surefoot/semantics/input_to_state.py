"""Inputs that make compared values equal: where one operand of a comparison occurs in the inputs,
it is replaced by the other (input-to-state correspondence: RedQueen, Aschermann et al., NDSS 2019,
section III).

    input                 occurrence of an operand      replacement
    number                the number                    the other operand, or a neighbour of it
    bytes of an object    decimal, octal or             digits of the other operand
                          hexadecimal digits
                          a byte                        the other operand, in place of the byte or
                                                        before it; or a text of the program that
                                                        contains the other operand
                          a part as long as the         a text of the program that is as long as the
                          operand states                other operand states
                          a word in either byte order   the other operand
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from surefoot.logic import Term, Value
from surefoot.semantics.comparisons import UnequalOperands
from surefoot.semantics.limits import LIMITS
from surefoot.semantics.mutation import BYTE
from surefoot.semantics.sampling import Inputs

_Text = tuple[int, ...]
_NUMBERS: Final = (
    (10, "d", re.compile(rb"[0-9]+")),
    (8, "o", re.compile(rb"[0-7]+")),
    (16, "x", re.compile(rb"[0-9a-fA-F]+")),
)
"""Radix, format and digits of numbers in texts."""
_WORDS: Final = (2, 4, 8)
"""Sizes of words in texts, in bytes."""


def matched_inputs(inputs: Inputs, compared: Iterable[UnequalOperands], texts: Sequence[_Text]) -> Iterator[Inputs]:
    """Yield inputs that differ from ``inputs`` in one place: one for each comparison, then a second
    one for each, and so on; those for equalities first.

    ``texts`` are the string literals of the program.
    """
    equalities_first = sorted(compared, key=lambda each: not each.is_equality)
    sources = deque(_replacements(inputs, each, texts) for each in equalities_first)
    seen: set[tuple[Term, int, int, _Text]] = set()
    while sources:
        source = sources.popleft()
        found = next(source, None)
        if found is None:
            continue
        sources.append(source)
        target, (start, end, values) = found
        stream = inputs[target]
        if (target, start, end, values) not in seen and tuple(stream[start:end]) != values:
            seen.add((target, start, end, values))
            yield {**inputs, target: [*stream[:start], *values, *stream[end:]]}


def _replacements(
    inputs: Inputs, compared: UnequalOperands, texts: Sequence[_Text]
) -> Iterator[tuple[Term, "_Replacement"]]:
    """Yield changes of a stream that make the operands equal."""
    for old, new in ((compared.left, compared.right), (compared.right, compared.left)):
        for target, stream in inputs.items():
            if not target.sort.width:
                continue
            found = (
                _in_bytes(stream, old, new, compared.width, texts)
                if target.sort is BYTE
                else _in_numbers(stream, target, old, new)
            )
            for change in islice(found, LIMITS.matched_places):
                yield target, change


_Replacement = tuple[int, int, _Text]
"""Start and end of the replaced part, and its new values."""


def _in_numbers(stream: Sequence[Value], target: Term, old: int, new: int) -> Iterator[_Replacement]:
    """Yield replacements of the number ``old`` by ``new`` or a neighbour of it."""
    mask = target.sort.mask
    for place, value in enumerate(stream):
        if value == old & mask:
            for near in (new, new + 1, new - 1):
                yield place, place + 1, (near & mask,)


def _in_bytes(
    stream: Sequence[Value], old: int, new: int, width: int, texts: Sequence[_Text]
) -> Iterator[_Replacement]:
    """Yield replacements of the representations of ``old`` by those of ``new``."""
    data = bytes(int(value) & 255 for value in stream)  # type: ignore[arg-type]  # bytes
    for radix, form, digits in _NUMBERS:
        for match in digits.finditer(data):
            if int(match[0], radix) == old:
                written = format(new, form).encode().rjust(len(match[0]), b"0")
                yield match.start(), match.end(), tuple(written)
                if len(written) > len(match[0]):
                    yield match.start(), match.start() + len(written), tuple(written)
        written = format(old, form).encode()
        if len(written) >= LIMITS.matched_digits:
            for place in _places(data, written):
                yield place, place + len(written), tuple(format(new, form).encode())
    if width <= 8 or (old < 256 and new < 256):
        for place in _places(data, bytes((old & 255,))):
            wanted = new & 255
            yield place, place + 1, (wanted,)
            yield place, place, (wanted,)
            for text in texts:
                if wanted in text and text.index(wanted) <= place:
                    start = place - text.index(wanted)
                    yield start, start + len(text), text
                    yield start, place + 1, text
    if width > 8 and old <= len(data):
        for text in texts:
            if len(text) == new:
                yield from ((start, start + old, text) for start in range(len(data) - old + 1))
    for size in _WORDS:
        if 8 * size <= width and old >> 8 and old >> 8 * size == new >> 8 * size == 0:
            for order in ("little", "big"):
                for place in _places(data, old.to_bytes(size, order)):
                    yield place, place + size, tuple(new.to_bytes(size, order))


def _places(data: bytes, part: bytes) -> Iterator[int]:
    """Yield the places of ``part`` in ``data``."""
    place = data.find(part)
    while place >= 0:
        yield place
        place = data.find(part, place + 1)
