"""Waveforms, read back by a viewer's rules, agree with the report."""

import io
from typing import Any

from vcd.reader import TokenKind, tokenize

from surefoot.report.trace.waveform import waveform


def step(line: int, function: str, *changes: tuple[str, str, str]) -> dict[str, Any]:
    told = [{"name": name, "type": ctype, "value": value} for name, ctype, value in changes]
    return {"file": "folder/a.c", "line": line, "function": function, "source": f"  line {line};", "changes": told}


STEPS = [
    step(1, "main", ("n", "int", "-2"), ("c", "unsigned char", "97 'a'"), ("big", "unsigned long", "7")),
    step(2, "half", ("total", "int", "5"), ("n", "int", "3"), ("p", "char *", "&c")),
    step(3, "main", ("total", "int", "6"), ("f", "double", "-0.5"), ("n", "int", "4")),
]


def signals(text: str) -> dict[str, list[tuple[int, object]]]:
    """Return the changes of each signal, by its name with scopes."""
    names: dict[str, str] = {}
    scopes: list[str] = []
    found: dict[str, list[tuple[int, object]]] = {}
    now = 0
    for token in tokenize(io.BytesIO(text.encode())):
        match token.kind:
            case TokenKind.SCOPE:
                scopes.append(token.scope.ident)
            case TokenKind.UPSCOPE:
                scopes.pop()
            case TokenKind.VAR:
                names[token.var.id_code] = ".".join((*scopes, token.var.reference))
            case TokenKind.CHANGE_TIME:
                now = token.time_change
            case TokenKind.CHANGE_SCALAR:
                found.setdefault(names[token.scalar_change.id_code], []).append((now, token.scalar_change.value))
            case TokenKind.CHANGE_VECTOR:
                found.setdefault(names[token.vector_change.id_code], []).append((now, token.vector_change.value))
            case TokenKind.CHANGE_REAL:
                found.setdefault(names[token.real_change.id_code], []).append((now, token.real_change.value))
            case TokenKind.CHANGE_STRING:
                found.setdefault(names[token.string_change.id_code], []).append((now, token.string_change.value))
            case _:
                pass
    return found


def test_variables_lines_and_clocks() -> None:
    found = signals(waveform(STEPS, {"total"}, {"long": 64}))
    assert found["run.clock"] == [(0, "1"), (5, "0"), (10, "1"), (15, "0"), (20, "1"), (25, "0")]
    assert [when for when, _ in found["run.line"]] == [0, 10, 20]
    assert found["run.line"][1][1] == "a.c:2"
    assert found["run.main.n"] == [(0, (1 << 32) - 2), (20, 4)]
    assert found["run.half.n"] == [(0, "x"), (10, 3)]
    assert found["run.main.c"] == [(0, 97)]
    assert found["run.main.big"] == [(0, 7)]
    assert found["run.globals.total"] == [(0, "x"), (10, 5), (20, 6)]
    assert found["run.main.f"][-1] == (20, -0.5)
    assert found["run.half.p"][-1] == (10, "&c")


def test_widths_follow_the_types() -> None:
    assert "$var integer 32 & big $end" in waveform(STEPS, {"total"}, {"long": 32})
    assert "$var integer 64 & big $end" in waveform(STEPS, {"total"}, {"long": 64})
    assert "$var integer 8 % c $end" in waveform(STEPS, {"total"}, {"long": 64})


def test_types_of_models_and_of_j() -> None:
    """Bit-vectors of any width, Booleans, and ints shorter than those of C."""
    steps = [
        step(1, "main", ("x", "bitvec 8", "254"), ("b", "bool", "false"), ("i", "int", "-1"), ("w", "bitvec 40", "1")),
        step(2, "main", ("x", "bitvec 8", "0"), ("b", "bool", "true"), ("w", "bitvec 40", str((1 << 40) - 1))),
    ]
    text = waveform(steps, set(), {"long": 64, "int": 4, "bitvec 8": 8, "bitvec 40": 40})
    found = signals(text)
    assert found["run.main.x"] == [(0, 254), (10, 0)]
    assert found["run.main.b"] == [(0, "0"), (10, "1")]
    assert found["run.main.i"] == [(0, 15)]
    assert found["run.main.w"] == [(0, 1), (10, (1 << 40) - 1)]
    widths = {line.split()[4]: int(line.split()[2]) for line in text.splitlines() if line.startswith("$var integer")}
    assert widths == {"x": 8, "b": 1, "i": 4, "w": 40}
