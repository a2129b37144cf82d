"""Text form of tracked-variable summaries.

```
(tracked-summaries)
(cell (_ BitVec 32) term)               sort and address; number 0, its symbol is |cell 0|
(key term)                              number 0
(targets "f" "bb3" 2 "g" "h" others)    call through a pointer: possible callees
(context "f" ((0 (1 1)))                function; ranges of keys at its entry
  (at "bb0" 0 ((0 (1 1))) ((0 (2 2) (5 9))))  point, and the valuations there
  (exit ((0 (0 0))) ((1 1)) any))             ranges of global keys, then of each result
```

Terms are over the variables of the program, addresses, and cells, by their readable names.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from surefoot.evidence.tracked import (
    CallTargets,
    RangeUnion,
    StatementPoint,
    TrackedCell,
    TrackedContext,
    TrackedExit,
    TrackedPoint,
    TrackedSummaries,
    Valuation,
    cell_symbol,
)
from surefoot.logic import Sort, Symbol, Term
from surefoot.logic.smtlib import (
    Atom,
    Expression,
    Group,
    Parser,
    distinct_names,
    print_sort,
    print_term,
    problem,
    unquoted,
)
from surefoot.program.program import Program
from surefoot.systems.control.text import quoted, read_number, read_string

_ANY = "any"
_OTHERS = "others"


def print_tracked(certificate: TrackedSummaries, program: Program) -> Iterator[str]:
    """Yield the lines of ``certificate``, which `read_tracked` reads back."""
    names = _names(program, [cell.symbol for cell in certificate.cells])
    yield "(tracked-summaries)"
    for cell in certificate.cells:
        yield f"(cell {print_sort(cell.symbol.sort)} {print_term(cell.address, names)})"
    for key in certificate.keys:
        yield f"(key {print_term(key, names)})"
    for point, targets in certificate.targets.items():
        callees = [*map(quoted, targets.functions), *([_OTHERS] if targets.others else [])]
        yield f"(targets {' '.join([quoted(point.function), quoted(point.block), str(point.index), *callees])})"
    for context in certificate.contexts:
        lines = [f"(context {quoted(context.function)} {_valuation_text(context.entry)}"]
        for (label, index), valuations in context.points.items():
            lines.append(f"(at {quoted(label)} {index} {' '.join(map(_valuation_text, valuations))})")
        for end in context.exits:
            results = [_ANY if ranges is None else f"({_ranges_text(ranges)})" for ranges in end.results]
            lines.append(f"(exit {' '.join([_valuation_text(end.globals), *results])})")
        yield "\n  ".join(lines) + ")"


def read_tracked(parts: Sequence[Expression], program: Program, solver: str) -> TrackedSummaries:
    """Return the certificate in ``parts``. Raises `InputError` with the line of what is malformed."""
    known = ("cell", "key", "targets", "context")
    if other := next((part for part in parts if not any(_has_word(part, word) for word in known)), None):
        raise problem(other.line, "expected (cell ...), (key ...), (targets ...) or (context ...)")
    cells = [part for part in parts if _has_word(part, "cell")]
    keys = [part for part in parts if _has_word(part, "key")]
    symbols = [cell_symbol(number, _sort_of_cell(cell)) for number, cell in enumerate(cells)]
    names = {unquoted(name): symbol for symbol, name in _names(program, symbols).items()}
    tracked = tuple(TrackedCell(symbol, _term(cell, 2, names)) for symbol, cell in zip(symbols, cells, strict=True))
    terms = tuple(_term(key, 1, names) for key in keys)
    targets = dict(_targets(part) for part in parts if _has_word(part, "targets"))
    contexts = tuple(_context(part, len(terms)) for part in parts if _has_word(part, "context"))
    return TrackedSummaries(terms, tracked, contexts, targets, solver)


def _names(program: Program, cells: Sequence[Term]) -> dict[Term, str]:
    """Return the names of all variables that keys may mention."""
    symbols: list[Term] = [each.variable.symbol for each in program.global_variables]
    symbols += [each.address for each in program.global_objects]
    for function in program.functions.values():
        symbols.append(function.address)
        symbols += [each.symbol for each in (*function.parameters, *function.locals)]
    symbols = list(dict.fromkeys([*symbols, *cells]))
    payloads: list[Symbol] = [symbol.payload for symbol in symbols]
    return dict(zip(symbols, distinct_names(payloads), strict=True))


def _valuation_text(valuation: Valuation) -> str:
    return f"({' '.join(f'({key} {_ranges_text(ranges)})' for key, ranges in valuation)})"


def _ranges_text(ranges: RangeUnion) -> str:
    return " ".join(f"({least} {greatest})" for least, greatest in ranges)


def _has_word(part: Expression, word: str) -> bool:
    return isinstance(part, Group) and part.items[:1] == [Atom(word, part.line)]


def _sort_of_cell(part: Expression) -> Sort:
    match part:
        case Group(_, [_, sort, _]):
            return Parser({}).sort(sort)
        case _:
            raise problem(part.line, "expected (cell sort address)")


def _term(part: Expression, position: int, names: Mapping[str, Term]) -> Term:
    if not isinstance(part, Group) or len(part.items) != position + 1:
        raise problem(part.line, "expected one term")
    return Parser(names).term(part.items[position])


def _targets(part: Expression) -> tuple[StatementPoint, CallTargets]:
    match part:
        case Group(_, [_, function, block, index, *callees]):
            others = bool(callees) and callees[-1] == Atom(_OTHERS, callees[-1].line)
            names = callees[:-1] if others else callees
            point = StatementPoint(read_string(function), read_string(block), read_number(index))
            return point, CallTargets(tuple(map(read_string, names)), others)
        case _:
            raise problem(part.line, "expected (targets function block statement callee ...)")


def _context(part: Expression, keys: int) -> TrackedContext:
    match part:
        case Group(_, [_, function, entry, *others]):
            points: dict[TrackedPoint, tuple[Valuation, ...]] = {}
            exits: list[TrackedExit] = []
            for other in others:
                match other:
                    case Group(_, [Atom("at"), label, index, *valuations]):
                        point = read_string(label), read_number(index)
                        found = tuple(_valuation(each, keys) for each in valuations)
                        points[point] = (*points.get(point, ()), *found)
                    case Group(_, [Atom("exit"), globals_, *results]):
                        exits.append(TrackedExit(_valuation(globals_, keys), tuple(map(_result, results))))
                    case Group(line) | Atom(_, line):
                        raise problem(line, "expected (at block statement valuation ...) or (exit ...)")
            return TrackedContext(read_string(function), _valuation(entry, keys), points, tuple(exits))
        case _:
            raise problem(part.line, "expected (context function valuation ...)")


def _valuation(expression: Expression, keys: int) -> Valuation:
    if not isinstance(expression, Group):
        raise problem(expression.line, "expected a valuation")
    found: list[tuple[int, RangeUnion]] = []
    for entry in expression.items:
        match entry:
            case Group(line, [number, *ranges]) if ranges:
                key = read_number(number)
                if not (found[-1][0] if found else -1) < key < keys:
                    raise problem(line, f"expected numbers of keys in ascending order, below {keys}")
                found.append((key, _ranges(ranges, line)))
            case Group(line) | Atom(_, line):
                raise problem(line, "expected the number of a key and its ranges")
    return tuple(found)


def _result(expression: Expression) -> RangeUnion | None:
    if isinstance(expression, Group):
        return _ranges(expression.items, expression.line)
    if expression.text != _ANY:
        raise problem(expression.line, f"expected ranges or {_ANY}")
    return None


def _ranges(expressions: Sequence[Expression], line: int) -> RangeUnion:
    found: list[tuple[int, int]] = []
    for each in expressions:
        match each:
            case Group(_, [Atom(least), Atom(greatest)]) if least.isdecimal() and greatest.isdecimal():
                found.append((int(least), int(greatest)))
            case _:
                raise problem(each.line, "expected a range: least and greatest value")
    ascending = all(below[1] < above[0] for below, above in pairwise(found))
    if not found or not ascending or any(least > greatest for least, greatest in found):
        raise problem(line, "expected ascending ranges")
    return tuple(found)
