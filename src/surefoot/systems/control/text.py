"""Control systems and their runs as text, and back: SMT-LIB declarations and definitions, and a few
commands more.

```
(declare-fun main::i () (_ BitVec 32))            a symbol
(define-fun ?0 () Bool ...)                       a name for what several terms share
(parameter |&g|)
(fact (|&g|) term)                                what is known of the parameters in the list, which it is about
(location "main:12" (span "loop.c" 12 5)
  (variable main::i local "main::i" 0 whole)      symbol, kind of referent, owner, position, aspect
  (input |n of main|)
  (domain term))
(edge "main:12" "main:12"
  (guard term)
  (assign main::i term))
(edge "main:12" (error assertion "i <= n" (span "loop.c" 14 9) "main" violation)
  (guard term))
(edge "main:12" (exit)
  (guard term))
(run (parameter |&g| value)
  (step 0 (input |n of main| value)))             the number of an edge, from 0
```

Symbols of a system that was read are declared ones, called as the text calls them: printed again,
it gives the same text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.logic import TRUE, Evaluator, Op, Term, Value, constant, default_value, variables_of
from surefoot.logic.smtlib import (
    Atom,
    Expression,
    Group,
    Parser,
    distinct_names,
    print_definitions,
    print_sort,
    print_term,
    problem,
    read_expressions,
    unquoted,
)
from surefoot.program.statements import CheckKind
from surefoot.systems.control.runs import Assignment, Run, Step
from surefoot.systems.control.system import (
    Aspect,
    ControlSystem,
    Destination,
    Edge,
    Error,
    Exit,
    Fact,
    Location,
    Referent,
    ReferentKind,
    StateVariable,
    defects_of,
)

_Member = TypeVar("_Member", bound=Enum)
_LARGEST_NUMBER = 18
"""Decimal digits of the longest number."""


def quoted(text: str) -> str:
    """Return ``text`` as an SMT-LIB string."""
    return '"' + text.replace('"', '""') + '"'


def read_string(expression: Expression) -> str:
    """Return the text of a string; the inverse of `quoted`."""
    if isinstance(expression, Atom):
        return expression.text.replace('""', '"')
    raise problem(expression.line, "expected a string")


def read_number(expression: Expression) -> int:
    """Return a number, which may be signed."""
    if isinstance(expression, Atom) and re.fullmatch(rf"-?[0-9]{{1,{_LARGEST_NUMBER}}}", expression.text):
        return int(expression.text)
    raise problem(expression.line, "expected a number")


def word_of(member: Enum) -> str:
    """Return a member of an enumeration as a word."""
    return member.name.lower().replace("_", "-")


def read_member(expression: Expression, kind: type[_Member]) -> _Member:
    """Return the member of ``kind`` that a word denotes; the inverse of `word_of`."""
    for member in kind:
        if isinstance(expression, Atom) and expression.text == word_of(member):
            return member
    known = ", ".join(word_of(member) for member in kind)
    raise problem(expression.line, f"expected one of {known}")


def span_text(span: Span | None) -> str:
    """Return a source position, or ``(span)`` for none."""
    return "(span)" if span is None else f"(span {quoted(span.file)} {span.line} {span.column})"


def read_span(expression: Expression) -> Span | None:
    """Return a position; the inverse of `span_text`."""
    match expression:
        case Group(_, [Atom("span")]):
            return None
        case Group(_, [Atom("span"), file, line, column]):
            return Span(read_string(file), read_number(line), read_number(column))
        case _:
            raise problem(expression.line, "expected (span file line column) or (span)")


def print_system(system: ControlSystem, comments: Sequence[str] = ()) -> str:
    """Return ``system`` as text that `parse_system` reads; its size is linear in that of the
    system.

    Requires: no uninterpreted sorts or functions, and no line breaks in ``comments``.
    """
    symbols = symbols_of(system)
    roots = (*symbols, *_terms_of(system))
    definitions, texts = print_definitions(roots)
    text = dict(zip(roots, texts, strict=True))
    lines = [f"; {comment}" for comment in comments]
    lines += [f"(declare-fun {text[symbol]} () {print_sort(symbol.sort)})" for symbol in symbols]
    lines += definitions
    lines += [f"(parameter {text[symbol]})" for symbol in system.parameters]
    for fact in system.facts:
        lines.append(f"(fact ({' '.join(text[symbol] for symbol in fact.about)}) {text[fact.formula]})")
    for location in system.locations:
        lines.append("\n  ".join(_location(location, text)) + ")")
    for edge in system.edges:
        lines.append("\n  ".join(_edge(edge, text)) + ")")
    return "\n".join(lines) + "\n"


def symbols_of(system: ControlSystem) -> tuple[Term, ...]:
    """Return the symbols of ``system``, each once, in the order of the text."""
    own = [symbol for location in system.locations for symbol in (*location.symbols, *location.inputs)]
    return tuple(dict.fromkeys((*system.parameters, *own)))


def names_of(system: ControlSystem) -> dict[Term, str]:
    """Return the names of the symbols of ``system`` in its text."""
    symbols = symbols_of(system)
    return dict(zip(symbols, distinct_names(symbol.payload for symbol in symbols), strict=True))


def _terms_of(system: ControlSystem) -> Iterator[Term]:
    yield from (fact.formula for fact in system.facts)
    yield from (location.domain for location in system.locations)
    for edge in system.edges:
        yield edge.guard
        yield from edge.update.values()


def _location(location: Location, text: Mapping[Term, str]) -> Iterator[str]:
    yield f"(location {quoted(location.name)} {span_text(location.span)}"
    for each in location.variables:
        referent = each.referent
        words = f"{word_of(referent.kind)} {quoted(referent.owner)} {referent.position} {word_of(referent.aspect)}"
        yield f"(variable {text[each.symbol]} {words})"
    yield from (f"(input {text[symbol]})" for symbol in location.inputs)
    yield f"(domain {text[location.domain]})"


def _edge(edge: Edge, text: Mapping[Term, str]) -> Iterator[str]:
    match edge.target:
        case str(name):
            target = quoted(name)
        case Error(kind, message, span, function, is_violation):
            effect = "violation" if is_violation else "undefined"
            target = f"(error {word_of(kind)} {quoted(message)} {span_text(span)} {quoted(function)} {effect})"
        case Exit():
            target = "(exit)"
    yield f"(edge {quoted(edge.source)} {target}"
    yield f"(guard {text[edge.guard]})"
    yield from (f"(assign {text[symbol]} {text[value]})" for symbol, value in edge.update.items())


_SMTLIB = ("declare-fun", "declare-const", "define-fun")


def parse_system(text: str) -> ControlSystem:
    """Return the system that ``text`` describes; raises InputError with the line of a syntax error."""
    reading = _Reading()
    last = 1
    for command in read_expressions(text):
        reading.run(command)
        last = command.line
    system = ControlSystem(
        tuple(reading.parameters), tuple(reading.facts), tuple(reading.locations), tuple(reading.edges)
    )
    for defect in defects_of(system):
        raise problem(reading.lines.get(id(defect.part), last), defect.message)
    return system


@dataclass(slots=True)
class _Reading:
    """The parts read so far; ``lines`` maps their identities to their first lines."""

    parser: Parser = field(default_factory=lambda: Parser({}, is_exact=True))
    parameters: list[Term] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    locations: list[Location] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    lines: dict[int, int] = field(default_factory=dict)

    def run(self, command: Expression) -> None:
        """Read one command."""
        match command:
            case Group(_, [Atom(word), *_]) if word in _SMTLIB:
                self.parser.run(command)
            case Group(_, [Atom("parameter"), symbol]):
                self.parameters.append(self._symbol(symbol))
            case Group(line, [Atom("fact"), Group(_, about), formula]):
                fact = Fact(tuple(self._symbol(each) for each in about), self.parser.term(formula))
                self.lines[id(fact)] = line
                self.facts.append(fact)
            case Group(line, [Atom("location"), name, span, *parts]):
                location = self._location(read_string(name), span, parts)
                self.lines[id(location)] = line
                self.locations.append(location)
            case Group(line, [Atom("edge"), source, target, Group(_, [Atom("guard"), guard]), *parts]):
                condition = self.parser.term(guard)
                update = self._update(parts)
                edge = Edge(read_string(source), _target(target), condition, update)
                self.lines[id(edge)] = line
                self.edges.append(edge)
            case Group(line) | Atom(_, line):
                raise problem(line, "expected a declaration, a definition, a parameter, a fact, a location or an edge")

    def _location(self, name: str, span: Expression, parts: list[Expression]) -> Location:
        variables: list[StateVariable] = []
        inputs: list[Term] = []
        domain = TRUE
        for part in parts:
            match part:
                case Group(_, [Atom("variable"), symbol, kind, owner, position, aspect]):
                    referent = Referent(
                        read_member(kind, ReferentKind),
                        read_string(owner),
                        read_number(position),
                        read_member(aspect, Aspect),
                    )
                    variables.append(StateVariable(self._symbol(symbol), referent))
                case Group(_, [Atom("input"), symbol]):
                    inputs.append(self._symbol(symbol))
                case Group(_, [Atom("domain"), formula]) if part is parts[-1]:
                    domain = self.parser.term(formula)
                case Group(line) | Atom(_, line):
                    raise problem(line, "expected a variable, an input, or the domain at the end")
        return Location(name, tuple(variables), tuple(inputs), domain, read_span(span))

    def _update(self, parts: list[Expression]) -> dict[Term, Term]:
        update: dict[Term, Term] = {}
        for part in parts:
            match part:
                case Group(line, [Atom("assign"), name, value]):
                    symbol = self._symbol(name)
                    if symbol in update:
                        raise problem(line, f"{symbol} gets two values")
                    update[symbol] = self.parser.term(value)
                case Group(line) | Atom(_, line):
                    raise problem(line, "expected (assign symbol value)")
        return update

    def _symbol(self, expression: Expression) -> Term:
        term = self.parser.term(expression)
        if term.op is not Op.VARIABLE:
            raise problem(expression.line, "expected a declared symbol")
        return term


def _target(expression: Expression) -> Destination:
    match expression:
        case Group(_, [Atom("exit")]):
            return Exit()
        case Atom():
            return read_string(expression)
        case Group(_, [Atom("error"), kind, text, span, function, Atom("violation" | "undefined" as effect)]):
            check = read_member(kind, CheckKind)
            return Error(check, read_string(text), read_span(span), read_string(function), effect == "violation")
        case Group(line):
            raise problem(line, "expected a location, (error ...) or (exit)")


def print_run(system: ControlSystem, run: Run) -> str:
    """Return ``run`` as text that `parse_run` reads.

    Requires: its edges are those of ``system``.
    """
    names = names_of(system)
    lines = ["(run"]
    lines += [f"(parameter {each})" for each in _values(run.parameters, names)]
    for step in run.steps:
        inputs = "".join(f" (input {each})" for each in _values(step.inputs, names))
        lines.append(f"(step {system.edges.index(step.edge)}{inputs})")
    return "\n  ".join(lines) + ")\n"


def parse_run(text: str, system: ControlSystem) -> Run:
    """Return the run that ``text`` describes; raises InputError with the line of a syntax error.

    The run is not validated; `states_along` does that.
    """
    match read_expressions(text):
        case [expression]:
            return read_run(expression, system)
        case _:
            raise problem(1, "expected (run ...) and nothing else")


def read_run(expression: Expression, system: ControlSystem) -> Run:
    """Return the run that ``expression`` describes; see `parse_run`."""
    parser = Parser({unquoted(name): symbol for symbol, name in names_of(system).items()})
    match expression:
        case Group(_, [Atom("run"), *parts]):
            return _run(parts, parser, system)
        case Group(line) | Atom(_, line):
            raise problem(line, "expected (run ...)")


def _values(assignment: Assignment, names: Mapping[Term, str]) -> Iterable[str]:
    for symbol, value in assignment.items():
        yield f"{print_term(symbol, names)} {print_term(constant(value, symbol.sort))}"


def _run(parts: list[Expression], parser: Parser, system: ControlSystem) -> Run:
    parameters: dict[Term, Value] = {}
    steps: list[Step] = []
    for part in parts:
        match part:
            case Group(_, [Atom("parameter"), symbol, value]) if not steps:
                _assign(parameters, symbol, value, parser, system.parameters)
            case Group(_, [Atom("step"), number, *given]):
                position = read_number(number)
                if not 0 <= position < len(system.edges):
                    raise problem(part.line, f"there is no edge {position}")
                edge = system.edges[position]
                inputs: dict[Term, Value] = {}
                for each in given:
                    match each:
                        case Group(_, [Atom("input"), symbol, value]):
                            _assign(inputs, symbol, value, parser, system.location(edge.source).inputs)
                        case Group(line) | Atom(_, line):
                            raise problem(line, "expected (input symbol value)")
                steps.append(Step(edge, inputs))
            case Group(line) | Atom(_, line):
                raise problem(line, "expected parameters, then steps")
    return Run(parameters, tuple(steps))


def _assign(
    values: dict[Term, Value], name: Expression, written: Expression, parser: Parser, allowed: tuple[Term, ...]
) -> None:
    symbol, value = parser.term(name), parser.term(written)
    if symbol not in allowed or symbol in values:
        raise problem(name.line, f"{symbol} cannot be given a value here")
    if variables_of(value) or value.sort is not symbol.sort:
        raise problem(written.line, f"expected a value of {symbol.sort}")
    values[symbol] = Evaluator(lambda unknown: default_value(unknown.sort)).value(value)
