"""A run as a waveform (VCD) for viewers such as GTKWave and Surfer: one clock period for each
executed line.

The signals ``line`` and ``source`` are the position of the run; that of a run without end is
repeated for ever from where ``repeats`` is 1. Every variable that changes is a
signal with its name in the scope of its function. Integers are words of the width of their type,
truth values have one bit, floating-point numbers are reals, and other values are text. A variable
is unknown before its first value.
"""

import io
import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from vcd import VCDWriter
from vcd.writer import Variable

from surefoot.base.records import dataclass

_TOP = "run"
_GLOBALS = "globals"
_TRUTH = {"false": 0, "true": 1}
_WIDTHS = {"_Bool": 1, "bool": 1, "char": 8, "short": 16, "int": 32, "long long": 64, "__int128": 128}
_HALF_STEP = 5
_STEP = 2 * _HALF_STEP


@dataclass(frozen=True, slots=True)
class _Signal:
    """The signal of a program variable; ``kind`` is a VCD type."""

    kind: str
    width: int
    variable: Variable[Any]

    def value(self, text: str) -> Any:  # noqa: ANN401 - values of VCD
        """Return the value of the signal for ``text`` in a report."""
        match self.kind:
            case "integer":
                number = _TRUTH.get(text)
                return int(text.partition(" ")[0], 0) & ((1 << self.width) - 1) if number is None else number
            case "real":
                return float(text)
            case _:
                return text


def waveform(steps: Sequence[Mapping[str, Any]], global_names: Collection[str], widths: Mapping[str, int]) -> str:
    """Return the VCD text of the ``steps`` of a report; ``widths`` are the bits of the integer
    types of the program.
    """
    text = io.StringIO()
    with VCDWriter(
        text, timescale="1 ns", date="", comment="one clock of 10 ns for each line", version="surefoot"
    ) as out:
        clock = out.register_var(_TOP, "clock", "wire", size=1, init=0)
        line = out.register_var(_TOP, "line", "string", init="")
        source = out.register_var(_TOP, "source", "string", init="")
        cycle = next((number for number, step in enumerate(steps) if step.get("repeats")), None)
        repeats = out.register_var(_TOP, "repeats", "wire", size=1, init=0) if cycle is not None else None
        signals = _signals(out, steps, global_names, widths)
        for number, step in enumerate(steps):
            begin = number * _STEP
            out.change(line, begin, f"{step['file'].rpartition('/')[2]}:{step['line']}")
            out.change(source, begin, step["source"].strip())
            if repeats is not None:
                out.change(repeats, begin, int(cycle is not None and number >= cycle))
            out.change(clock, begin, 1)
            for change in step["changes"]:
                signal = signals[_key(step, change, global_names)]
                out.change(signal.variable, begin, signal.value(change["value"]))
            out.change(clock, begin + _HALF_STEP, 0)
        out.close(len(steps) * _STEP)
        return text.getvalue()


def _signals(
    out: VCDWriter, steps: Sequence[Mapping[str, Any]], global_names: Collection[str], widths: Mapping[str, int]
) -> dict[tuple[str, str], _Signal]:
    """Register a signal for each variable, numeric if all its values are numbers."""
    seen: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for step in steps:
        for change in step["changes"]:
            seen.setdefault(_key(step, change, global_names), []).append((change.get("type", ""), change["value"]))
    signals = {}
    for key, values in seen.items():
        scope, name = key
        kind, width = _kind(values, widths)
        start: Any = {"integer": "x", "real": math.nan}.get(kind, "")
        size = width if kind == "integer" else None
        variable = out.register_var(f"{_TOP}.{scope}", re.sub(r"\s+", "_", name), kind, size=size, init=start)
        signals[key] = _Signal(kind, width, variable)
    return signals


def _key(step: Mapping[str, Any], change: Mapping[str, Any], global_names: Collection[str]) -> tuple[str, str]:
    name = change["name"]
    owner = re.match(r"\w*", name)
    return (_GLOBALS if owner is not None and owner[0] in global_names else step["function"]), name


def _kind(values: Sequence[tuple[str, str]], widths: Mapping[str, int]) -> tuple[str, int]:
    """Return the VCD type of a variable, and its width."""
    width = max(_width(ctype, widths) for ctype, _ in values)
    if width and all(_is_integer(text) for _, text in values):
        return "integer", width
    if all(ctype in ("float", "double") and _is_real(text) for ctype, text in values):
        return "real", 64
    return "string", 0


def _width(ctype: str, widths: Mapping[str, int]) -> int:
    """Return the bits of an integer type, 0 for other types."""
    plain = re.sub(r"\b(?:un)?signed\b", "", ctype).strip() or "int"
    return widths.get(ctype) or widths.get(plain) or _WIDTHS.get(plain, 0)


def _is_integer(text: str) -> bool:
    """Return whether ``text`` is an integer, a character with its code, or a truth value."""
    return text in _TRUTH or re.fullmatch(r"-?(?:\d+|0x[0-9a-fA-F]+)(?: '.*')?", text) is not None


def _is_real(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
