"""A Horn clause as a guarded assignment: from what its premises are, and inputs, to what it
derives.

For the clause R_1(t_1) & ... & R_n(t_n) & constraint => R(t) over variables v, and symbols x_i for
the arguments of its premises, a rule has inputs y, which are some of the variables, values v = f(x,
y) for all of them, a guard and results, such that

    guard(x, y)                                    <=>  x_i = t_i(v) for each i  and  constraint(v),   where v = f(x, y)
    results(x, y) = t(f(x, y))
    the premises x and values v satisfy the right side  =>  v = f(x, y) for the values y that v has for the inputs.

So it takes nothing away: variables for which the clause says what they are, such as x' in x' = x +
1, are no inputs.

Conversely, control systems become Horn clauses: a relation for each location and a clause for each
edge. Relations are over the parameters and the state variables of their locations. The clauses have a
solution iff no run takes an edge to an error.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from surefoot.base.records import dataclass, replace
from surefoot.logic import FALSE, TRUE, Op, Term, and_, eq, not_, or_, substitute, variables_of
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.logic.transformations.cases import parts_of_conjunction
from surefoot.program.statements import CheckKind
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Error, Exit
from surefoot.systems.formats.model import HornFile


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause as a guarded assignment; see the module."""

    inputs: tuple[Term, ...]
    values: Mapping[Term, Term]
    guard: Term
    results: tuple[Term, ...]


def rule_of(clause: Clause, premises: Sequence[Sequence[Term]]) -> Rule:
    """Return the rule of ``clause``, with the symbols ``premises`` for the arguments of each
    relation in its body.
    """
    values: dict[Term, Term] = {}
    parts: list[Term] = []
    for needed, symbols in zip(clause.body, premises, strict=True):
        for term, symbol in zip(needed.arguments, symbols, strict=True):
            if term.op is Op.VARIABLE and term not in values:
                values[term] = symbol
            else:
                parts.append(eq(term, symbol))
    parts += parts_of_conjunction(clause.constraint)
    free = [each for each in clause.variables if each not in values]
    parts = [substitute(part, values) for part in parts]
    solved = _solve(parts, free)
    inputs = tuple(each for each in free if each not in solved)
    values = {**values, **{each: each for each in inputs}, **solved}
    ordered = {each: values[each] for each in clause.variables}
    results = () if clause.head is None else tuple(substitute(term, ordered) for term in clause.head.arguments)
    return Rule(inputs, ordered, and_(*parts), results)


def _solve(parts: list[Term], free: Sequence[Term]) -> dict[Term, Term]:
    """Return the values of some of ``free`` that equations among ``parts`` determine, and remove
    these equations.
    """
    solved: dict[Term, Term] = {}
    position = 0
    while position < len(parts):
        found = _solution(parts[position], frozenset(free).difference(solved))
        if found is None:
            position += 1
            continue
        symbol, value = found
        del parts[position]
        substitution = {symbol: value}
        parts[:] = [each for part in parts for each in parts_of_conjunction(substitute(part, substitution))]
        solved = {each: substitute(known, substitution) for each, known in solved.items()}
        solved[symbol] = value
        position = 0
    return solved


def _solution(part: Term, free: frozenset[Term]) -> tuple[Term, Term] | None:
    """Return one of ``free`` and the value that ``part`` gives it, if it has this form."""
    if part in free:
        return part, TRUE
    if part.op is Op.NOT and part.args[0] in free:
        return part.args[0], FALSE
    if part.op is Op.EQ:
        for symbol, value in (part.args, part.args[::-1]):
            if symbol in free and symbol not in variables_of(value):
                return symbol, value
    return None


DERIVED = "false can be derived"


def error_of(file: HornFile, clause: int, function: str) -> Error:
    """Return the error of the derivation of false by the clause of this number."""
    return Error(CheckKind.ASSERTION, DERIVED, file.spans[clause], function, is_violation=True)


def strengthened(system: HornSystem) -> HornSystem:
    """Return a system with the same solutions; see the module."""
    failing: dict[str, Term] = {}
    for clause in system.clauses:
        if clause.head is None and len(clause.body) == 1:
            relation = clause.body[0].relation
            rule = rule_of(clause, [system.relations[relation]])
            if not rule.inputs:
                failing[relation] = or_(failing.get(relation, FALSE), rule.guard)
    return replace(system, clauses=tuple(_with_constraints(clause, system, failing) for clause in system.clauses))


def _with_constraints(clause: Clause, system: HornSystem, failing: dict[str, Term]) -> Clause:
    if clause.head is None:
        return clause
    allowed = [
        not_(
            substitute(failing[each.relation], dict(zip(system.relations[each.relation], each.arguments, strict=True)))
        )
        for each in clause.body
        if each.relation in failing
    ]
    return replace(clause, constraint=and_(clause.constraint, *allowed))


def horn_of(system: ControlSystem, facts: Callable[[Edge], Iterable[Term]] | None = None) -> HornSystem:
    """Return the clauses of ``system``, where the clause of each edge has the constraints
    ``facts``.

    By default, all facts about parameters, which are constant along a run, are constraints of the
    clauses of edges from the entry.
    """
    relations = {name: (*system.parameters, *system.location(name).symbols) for name in system.names}
    clauses: list[Clause] = []
    for edge in system.edges:
        if isinstance(edge.target, Exit):
            continue
        body = () if edge.source == ENTRY else (Application(edge.source, relations[edge.source]),)
        head = None
        if isinstance(edge.target, str):
            head = Application(edge.target, (*system.parameters, *edge.update.values()))
        known = _facts_at_entry(system, edge) if facts is None else facts(edge)
        clauses.append(Clause(body, and_(system.location(edge.source).domain, edge.guard, *known), head))
    return HornSystem(relations, tuple(clauses))


def _facts_at_entry(system: ControlSystem, edge: Edge) -> list[Term]:
    return [fact.formula for fact in system.facts] if edge.source == ENTRY else []
