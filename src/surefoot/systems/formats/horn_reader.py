"""Reader of Horn clauses in SMT-LIB: logic HORN as in CHC-COMP, and the commands ``rule`` and
``query`` of Z3's fixed points.

``declare-fun`` with the result Bool declares a relation. An assertion is a formula about relations
with quantifiers that can be moved to its front as universal ones: ``forall`` in positive positions,
``exists`` in negative ones. `surefoot.systems.formats.horn_clauses` converts it to clauses.

SMT-LIB leaves some values open, such as that of ``(div x 0)``, and clauses may have a solution for
a suitable choice only. surefoot has fixed values, so a derivation would prove nothing: clauses
whose solutions may depend on such values are rejected.
"""

from collections.abc import Iterator

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass, field
from surefoot.base.spans import Span
from surefoot.base.text import FreshNames
from surefoot.logic import (
    BOOL,
    ArraySort,
    FunctionSymbol,
    Op,
    Sort,
    Term,
    UninterpretedSort,
    variable,
)
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.logic.smtlib import (
    Atom,
    Expression,
    Group,
    Parser,
    problem,
    read_expressions,
)
from surefoot.systems.formats.horn_clauses import NoHornClauses, clauses_of
from surefoot.systems.formats.model import HornFile

_QUANTIFIERS = {"forall": False, "exists": True}
"""Quantifiers; true if they are universal only when negated."""


def read_horn(text: str, file: str) -> HornFile:
    """Return the clauses in ``text``; raises `InputError` with the line of what is malformed or
    unsupported.
    """
    reader = _Reader(file)
    try:
        for command in read_expressions(text):
            reader.run(command)
    except InputError as error:
        raise InputError(f"{file}: {error.message}") from None
    return reader.clauses()


@dataclass(slots=True)
class _Reader:
    """The relations and clauses read so far."""

    file: str
    parser: Parser = field(init=False)
    relations: dict[FunctionSymbol | Term, str] = field(default_factory=dict)
    found: list[tuple[Clause, int]] = field(default_factory=list)
    has_logic: bool = False
    names: FreshNames = field(default_factory=FreshNames)
    symbols: dict[tuple[str, Sort], list[Term]] = field(default_factory=dict)
    """The variables of clauses by their names in the text; a clause that binds a name twice needs
    two.
    """
    in_use: dict[tuple[str, Sort], int] = field(default_factory=dict)
    """Numbers of these variables that the current formula uses."""
    shared: set[Term] = field(default_factory=set)
    """Variables of ``declare-var``."""

    def __post_init__(self) -> None:
        self.parser = Parser({})

    def run(self, command: Expression) -> None:
        """Read one command."""
        match command:
            case Group(line, [Atom("set-logic"), Atom(logic)]):
                if logic != "HORN":
                    raise problem(line, f"the logic is {logic}; only clauses of logic HORN are checked")
                self.has_logic = True
            case Group(line, [Atom("assert" | "rule"), formula]):
                self._add(formula, line)
            case Group(line, [Atom("rule"), formula, Atom()]):
                self._add(formula, line)
            case Group(line, [Atom("query"), formula, *_]):
                self._add(Group(line, [Atom("not", line), formula]), line)
            case Group(line, [Atom("declare-rel"), Atom() as name, Group() as sorts, *_]):
                self._declare(Group(line, [Atom("declare-fun", line), name, sorts, Atom("Bool", line)]))
            case Group(line, [Atom("declare-var"), name, sort]):
                self._declare_variable(Group(line, [Atom("declare-const", line), name, sort]))
            case Group(_, [Atom("declare-fun" | "declare-const"), *_]):
                self._declare(command)
            case _:
                self.parser.run(command)

    def clauses(self) -> HornFile:
        """Return the clauses."""
        if not self.has_logic and not self.shared and not self.relations:
            raise InputError(f"{self.file}: no Horn clauses: expected (set-logic HORN) and relations")
        clauses = tuple(clause for clause, _ in self.found)
        parameters = {name: self._parameters(symbol, name, clauses) for symbol, name in self.relations.items()}
        spans = tuple(Span(self.file, line) for _, line in self.found)
        return HornFile(HornSystem(parameters, clauses), spans, self.file)

    def _declare(self, command: Group) -> None:
        before = len(self.parser.declared)
        self.parser.run(command)
        for symbol in self.parser.declared[before:]:
            sorts = (symbol.sort,) if isinstance(symbol, Term) else (*symbol.parameters, symbol.result)
            for sort in sorts:
                _require_known(sort, command.line)
            if sorts[-1] is not BOOL:
                name = symbol.payload if isinstance(symbol, Term) else symbol.name
                raise problem(command.line, f"{name} is no relation: only functions to Bool can be declared")
            name = str(symbol.payload) if isinstance(symbol, Term) else symbol.name
            self.relations[symbol] = name
            self._reserve(name)

    def _declare_variable(self, command: Group) -> None:
        before = len(self.parser.declared)
        self.parser.run(command)
        for symbol in self.parser.declared[before:]:
            if isinstance(symbol, Term):
                _require_known(symbol.sort, command.line)
                self._reserve(str(symbol.payload))
                self.shared.add(symbol)

    def _reserve(self, name: str) -> None:
        """Exclude this name from quantified variables."""
        self.names.like(name)
        self.symbols = {key: known for key, known in self.symbols.items() if key[0] != name}

    def _add(self, expression: Expression, line: int) -> None:
        """Add the clauses of a formula."""
        _require_prenex(expression)
        self.in_use.clear()
        self.parser.quantified = self._bound
        formula = self.parser.term(expression)
        self.parser.quantified = None
        if formula.sort is not BOOL:
            raise problem(line, f"expected a formula, not a term of {formula.sort}")
        if self.parser.open_lines:
            raise problem(
                self.parser.open_lines[0],
                "an operator whose value SMT-LIB leaves open for some arguments, such as a division by something that may be 0, is not supported",
            )
        try:
            self.found += [(clause, line) for clause in clauses_of(formula, self.relations)]
        except NoHornClauses as reason:
            raise problem(line, str(reason)) from None

    def _bound(self, name: str, sort: Sort) -> Term:
        """Return the symbol of a quantified variable; different formulas share symbols."""
        key = name, sort
        known = self.symbols.setdefault(key, [])
        number = self.in_use.get(key, 0)
        self.in_use[key] = number + 1
        if number == len(known):
            known.append(variable(self.names.like(name), sort))
        return known[number]

    def _parameters(self, symbol: FunctionSymbol | Term, name: str, clauses: tuple[Clause, ...]) -> tuple[Term, ...]:
        """Return symbols for the parameters of a relation, named after the variables that clauses
        have there first.
        """
        sorts = () if isinstance(symbol, Term) else symbol.parameters
        own = FreshNames()
        found: list[Term] = []
        for place, sort in enumerate(sorts):
            used = (each.arguments[place] for each in _applications(clauses) if each.relation == name)
            like = next((str(term.payload) for term in used if term.op is Op.VARIABLE), f"argument {place + 1}")
            found.append(variable(self.names.like(f"{name}.{own.like(like)}"), sort))
        return tuple(found)


def _applications(clauses: tuple[Clause, ...]) -> Iterator[Application]:
    for clause in clauses:
        yield from clause.body
        if clause.head is not None:
            yield clause.head


def _require_known(sort: Sort, line: int) -> None:
    if isinstance(sort, ArraySort):
        _require_known(sort.index, line)
        _require_known(sort.element, line)
    if isinstance(sort, UninterpretedSort):
        raise problem(line, f"the uninterpreted sort {sort} is not supported")


def _require_prenex(expression: Expression) -> None:
    """Raise unless every quantifier in the asserted ``expression`` can be moved to its front as a
    universal one.
    """
    waiting: list[tuple[Expression, bool | None]] = [(expression, False)]
    while waiting:
        part, denied = waiting.pop()
        match part:
            case Group(line, [Atom("forall" | "exists" as word), _, body]):
                if denied is not _QUANTIFIERS[word]:
                    raise problem(line, f"this {word} cannot be in front of the clause as a universal quantifier")
                waiting.append((body, denied))
            case Group(_, [Atom("not"), inner]):
                waiting.append((inner, None if denied is None else not denied))
            case Group(_, [Atom("=>"), *premises, conclusion]):
                waiting += [(premise, None if denied is None else not denied) for premise in premises]
                waiting.append((conclusion, denied))
            case Group(_, [Atom("and" | "or"), *parts]):
                waiting += [(each, denied) for each in parts]
            case Group(_, [Atom("!"), inner, *_]):
                waiting.append((inner, denied))
            case Group(_, [Atom("let"), Group(_, bindings), body]):
                waiting += [(each, None) for each in bindings]
                waiting.append((body, denied))
            case Group(_, items):
                waiting += [(each, None) for each in items]
            case Atom():
                pass
