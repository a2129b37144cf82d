"""Text forms of runs without end: lassos with their traces, and recurrent sets.

```
(lasso (place "main" "while.cond") (visits 1 3) (stem 2))   loop head or first block of a function,
(trace                                          its visits in equal states, choices up to the first
  (address "&buffer" 4096)                      of a global object; (value "n" 5) of a global variable
  (contents "&buffer" (0 65) (1 66))            offsets and unknown bytes
  (chosen 5) (chosen true)                      values of inputs, in order
  (placed 8192 (0 1)) (placed anywhere))        addresses of new objects, and unknown bytes
```

```
(recurrent 1)                                   the k and options of the proof
(run (parameter |&g| value) (step 0 (input |n of main| value)))
(at "main:12"
  (stays)                                       a location that runs by the strategy do not leave
  (choose |n of main| term)                     an input there; others are 0
  (invariant term))
```

A run is that of the control system (`systems.control.text`); the invariants are the recurrent set.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from surefoot.base.errors import InputError
from surefoot.evidence.certificates import KInductive
from surefoot.evidence.claims import Lasso, Recurrent
from surefoot.logic import RoundingMode, Term, Value
from surefoot.logic.smtlib import Atom, Expression, Group, Parser, print_term, problem, unquoted
from surefoot.program.trace import Choice, Chosen, Placed, Trace
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import ENTRY, ControlSystem
from surefoot.systems.control.text import names_of, print_run, quoted, read_number, read_run, read_string

_DIGITS = 4_000
"""Decimal digits of the longest value of a choice."""


def print_lasso(lasso: Lasso) -> Iterator[str]:
    """Yield the commands of `lasso`.

    Requires: its choices are no arrays.
    """
    function, block = lasso.place
    place = f"(place {quoted(function)} {quoted(block)})"
    yield f"(lasso {place} (visits {lasso.first} {lasso.second}) (stem {lasso.stem}))"
    trace = lasso.trace
    lines = [f"(address {quoted(name)} {_value(value)})" for name, value in trace.globals.items()]
    lines += [f"(contents {quoted(name)}{_bytes(held)})" for name, held in trace.contents.items()]
    lines += [_choice(each) for each in trace.choices]
    yield "\n  ".join(["(trace", *lines]) + ")"


def read_lasso(kind: Group, rest: Sequence[Expression]) -> Lasso:
    """Return the lasso that begins with `kind`; raises `InputError` with the line of a syntax
    error.
    """
    match kind.items[1:], rest:
        case (
            [
                Group(_, [Atom("place"), function, block]),
                Group(_, [Atom("visits"), first, second]),
                Group(_, [Atom("stem"), stem]),
            ],
            [Group(_, [Atom("trace"), *parts])],
        ):
            place = (read_string(function), read_string(block))
            return Lasso(_trace(parts), read_number(stem), place, read_number(first), read_number(second))
        case _:
            raise problem(kind.line, "expected (lasso (place ...) (visits ...) (stem ...)) and (trace ...)")


def print_run_and_strategy(found: Recurrent, system: ControlSystem) -> tuple[str, Mapping[str, list[str]]]:
    """Return the run of `found` as text, and its strategy, line by line, at each location."""
    names = names_of(system)
    chosen = {
        name: [
            "(stays)",
            *(f"(choose {names[symbol]} {print_term(term, names)})" for symbol, term in strategy.items()),
        ]
        for name, strategy in found.strategy.items()
    }
    return print_run(system, found.run).rstrip(), chosen


def read_recurrent(
    parts: Sequence[Expression], system: ControlSystem, proof_of: Callable[[Sequence[Expression]], object], line: int
) -> Recurrent:
    """Return the recurrent set in `parts`; `proof_of` reads the parts of its proof."""
    runs: list[Run] = []
    strategy: dict[str, dict[Term, Term]] = {}
    others: list[Expression] = []
    names = {unquoted(text): symbol for symbol, text in names_of(system).items()}
    for part in parts:
        match part:
            case Group(_, [Atom("run"), *_]):
                runs.append(read_run(part, system))
            case Group(at, [Atom("at") as word, place, *formulas]):
                name = read_string(place)
                kept = [each for each in formulas if not _is_strategy(each)]
                own = [each for each in formulas if _is_strategy(each)]
                if own:
                    if name not in system or name == ENTRY or name in strategy:
                        raise problem(at, f"there is no location {name}, or it has a strategy already")
                    strategy[name] = _strategy(own, names)
                others.append(Group(at, [word, place, *kept]))
            case _:
                others.append(part)
    proof = proof_of(others)
    if len(runs) != 1 or not isinstance(proof, KInductive):
        raise InputError(f"line {line}: a recurrent set needs one run and a k-inductive proof")
    return Recurrent(runs[0], strategy, proof)


def _is_strategy(expression: Expression) -> bool:
    return isinstance(expression, Group) and expression.items[:1] in (
        [Atom("stays", expression.line)],
        [Atom("choose", expression.line)],
    )


def _strategy(parts: Sequence[Expression], names: Mapping[str, Term]) -> dict[Term, Term]:
    found: dict[Term, Term] = {}
    parser = Parser(dict(names))
    for part in parts:
        match part:
            case Group(_, [Atom("stays")]):
                pass
            case Group(line, [Atom("choose"), symbol, term]):
                target, value = parser.term(symbol), parser.term(term)
                if target in found or value.sort is not target.sort:
                    raise problem(line, f"expected one value of {target.sort}")
                found[target] = value
            case Group(line) | Atom(_, line):
                raise problem(line, "expected (stays) or (choose input term)")
    return found


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, RoundingMode):
        return value.value
    if isinstance(value, int):
        return str(value)
    raise InputError("a lasso that chooses arrays has no text form")


def _bytes(held: Mapping[int, int]) -> str:
    return "".join(f" ({offset} {byte})" for offset, byte in held.items())


def _choice(choice: Choice) -> str:
    match choice:
        case Chosen(value):
            return f"(chosen {_value(value)})"
        case Placed(address, contents):
            return f"(placed {'anywhere' if address is None else address}{_bytes(contents)})"


def _trace(parts: Sequence[Expression]) -> Trace:
    addresses: dict[str, int] = {}
    contents: dict[str, Mapping[int, int]] = {}
    choices: list[Choice] = []
    for part in parts:
        match part:
            case Group(_, [Atom("address"), name, Atom() as value]):
                addresses[read_string(name)] = int(_read_value(value))  # type: ignore[arg-type]  # bool or int
            case Group(_, [Atom("contents"), name, *held]):
                contents[read_string(name)] = _read_bytes(held)
            case Group(_, [Atom("chosen"), Atom() as value]):
                choices.append(Chosen(_read_value(value)))
            case Group(_, [Atom("placed"), Atom("anywhere"), *held]):
                choices.append(Placed(None, _read_bytes(held)))
            case Group(_, [Atom("placed"), Atom() as address, *held]):
                choices.append(Placed(_integer(address), _read_bytes(held)))
            case Group(line) | Atom(_, line):
                raise problem(line, "expected (address ...), (contents ...), (chosen ...) or (placed ...)")
    return Trace(addresses, contents, tuple(choices))


def _read_value(expression: Atom) -> Value:
    if expression.text in ("true", "false"):
        return expression.text == "true"
    for mode in RoundingMode:
        if mode.value == expression.text:
            return mode
    return _integer(expression)


def _integer(expression: Atom) -> int:
    digits = expression.text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS:
        return int(expression.text)
    raise problem(expression.line, "expected a number")


def _read_bytes(parts: Sequence[Expression]) -> dict[int, int]:
    found: dict[int, int] = {}
    for part in parts:
        match part:
            case Group(line, [offset, byte]):
                found[read_number(offset)] = read_number(byte)
                if not 0 <= found[read_number(offset)] < 256 or read_number(offset) < 0:
                    raise problem(line, "expected an offset and a byte")
            case Group(line) | Atom(_, line):
                raise problem(line, "expected (offset byte)")
    return found
