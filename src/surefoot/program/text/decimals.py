"""Decimal notation of 32 and 64 bit floats."""

import struct

from surefoot.logic import FloatSort


def decimal(bits: int, sort: FloatSort) -> str | None:
    """Return the shortest decimal that `bits_of` converts to ``bits``; ``None`` for infinities and
    NaN.
    """
    whole, real = _formats(sort)
    number = struct.unpack(real, struct.pack(whole, bits))[0]
    for precision in range(1, 18):
        text = f"{number:.{precision}g}"
        if bits_of(text, sort) == bits and text[-1].isdigit():
            return f"{text}.0" if text.lstrip("-").isdigit() else text
    return None


def bits_of(text: str, sort: FloatSort) -> int | None:
    """Return the bits of the float nearest to the decimal ``text``; ``None`` if it is too large for
    ``sort``.
    """
    whole, real = _formats(sort)
    try:
        bits: int = struct.unpack(whole, struct.pack(real, float(text)))[0]
    except OverflowError:
        return None
    return bits


def _formats(sort: FloatSort) -> tuple[str, str]:
    return ("<Q", "<d") if sort.bits == 64 else ("<I", "<f")
