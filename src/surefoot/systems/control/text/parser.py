"""Parser of control systems."""

from surefoot.base.records import dataclass, field
from surefoot.logic import TRUE, Op, Term
from surefoot.logic.smtlib import Atom, Expression, Group, Parser, problem, read_expressions
from surefoot.program.statements import CheckKind
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
from surefoot.systems.control.text.words import read_member, read_number, read_span, read_string

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
