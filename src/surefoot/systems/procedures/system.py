"""Horn clauses of a program with procedures: relations describe states at starts, loop heads and
returns.

For a summarised function f, with x the state at its start and y the state at its end,

    f called (x)       holds for every state x in which a run calls f
    f returns (x, y)   holds for every x and y such that a call of f in state x returns in state y
    f:7 (x, z)         holds for every x and z such that a call of f in state x reaches the loop head in line 7 in state z

in every solution of the clauses. A call of g in f is a clause with two relations in its body: the
state of the caller and the summary of g. A clause without head is a failing check. Therefore, if
the clauses have a solution, no run of the program fails a check: by induction over the steps of a
run, all active calls and their states satisfy the relations.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Self

from surefoot.base.budget import Budget
from surefoot.base.errors import invariant
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.logic import TRUE, Symbol, SymbolKind, Term, and_, or_, substitute, variable, variables_of
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.program.check_sites import CheckSite
from surefoot.program.ctypes import CVoid
from surefoot.program.passes.argument_strings import makes_strings
from surefoot.program.passes.views import procedure_passes
from surefoot.program.program import Program, Role, Variable
from surefoot.program.properties import UNDEFINED, Property
from surefoot.semantics.memory.addresses import AddressFacts
from surefoot.semantics.memory.bits import is_nan_choice
from surefoot.semantics.symbolic.reached_checks import NewObject, NewStrings, UnknownValue
from surefoot.semantics.symbolic.state import State
from surefoot.systems.control.system import Aspect, Error
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.encode.program_system import renamed_apart
from surefoot.systems.encode.refinement import HeapAbstraction, repeated_until_encoded
from surefoot.systems.encode.shapes import align_objects
from surefoot.systems.procedures.call_sites import shareable_functions
from surefoot.systems.procedures.graph import (
    Piece,
    ProcedureGraph,
    ProcedurePoint,
    before,
    procedure_graph,
    result_symbol,
)
from surefoot.systems.procedures.points import (
    Point,
    PointKind,
    called,
    point_names,
    point_span,
    recursive_functions,
    returns,
)


@dataclass(frozen=True, slots=True)
class ProcedureClause:
    """A clause of a program, its description for readers, and the check that fails if it has no
    head.
    """

    clause: Clause
    what: str
    error: Error | None = None


@dataclass(frozen=True, slots=True)
class ProcedureSystem:
    """The clauses of ``program``, and the correspondence of their relations to its points."""

    program: Program
    system: HornSystem
    steps: tuple[ProcedureClause, ...]
    """The clauses with their descriptions."""
    points: Mapping[str, Point]
    domains: Mapping[str, Term]
    """Constraints on the parameters of relations."""
    graph: ProcedureGraph

    def without(self, sites: Collection[CheckSite]) -> Self:
        """Return the clauses without the checks at ``sites``."""
        steps = tuple(each for each in self.steps if each.error is None or each.error.site not in sites)
        return replace(self, steps=steps, system=_system(self.system.relations, steps)) if sites else self

    def span(self, relation: str) -> Span | None:
        """Return the source position of the point of ``relation``."""
        return point_span(self.program, self.points[relation])

    def inputs(self, relation: str) -> tuple[Term, ...]:
        """Return the parameters of ``relation`` for the state at the call of its procedure."""
        point = self.points[relation]
        start = None if point.procedure is None else self.graph.points.get(called(point.procedure))
        kept = set() if start is None else {before(symbol) for symbol in _symbols(start)}
        groups = self.graph.points[point].representative.variables.items()
        return tuple(each.symbol for slot, group in groups if slot.owner in kept for each in group)

    def variables(self, relation: str) -> dict[Term, Variable]:
        """Return the program variables that parameters of ``relation`` represent, with ``result``
        for a result and ``old(v)`` for v at the call.
        """
        point = self.points[relation]
        declared = self._declared(point)
        found: dict[Term, Variable] = {}
        start = None if point.procedure is None else self.graph.points.get(called(point.procedure))
        kept = {} if start is None or point.kind is PointKind.CALLED else _kept(start)
        for slot, group in self.graph.points[point].representative.variables.items():
            named = declared.get(slot.owner) if isinstance(slot.owner, Term) else None
            if slot.owner in kept:
                named = declared.get(kept[slot.owner])
                is_parameter = named is not None and named.role is not Role.GLOBAL
                if named is not None and not (is_parameter and point.kind is PointKind.RETURNS):
                    named = replace(named, name=f"old({named.name})")
            if named is not None and named.name and group[0].referent.aspect is Aspect.WHOLE:
                found[group[0].symbol] = named
        return renamed_apart(found)

    def _declared(self, point: Point) -> dict[Term, Variable]:
        found = {known.variable.symbol: known.variable for known in self.program.global_variables}
        functions = [function for function, _, _ in point.place]
        for name in functions if point.procedure is None else [point.procedure, *functions]:
            function = self.program.functions[name]
            found |= {each.symbol: each for each in (*function.parameters, *function.locals)}
        if point.kind is PointKind.RETURNS and point.procedure is not None:
            ctype = self.program.object_types.get(f"{point.procedure}()", CVoid())
            for number, sort in enumerate(self.program.functions[point.procedure].results):
                symbol = result_symbol(point.procedure, number, sort)
                found[symbol] = Variable(
                    symbol, "result" if not number else f"result{number + 1}", ctype, Role.LOCAL, None
                )
        return found


def encode_procedures(program: Program, checked: Property, budget: Budget) -> ProcedureSystem | NotEncodable:
    """Return the Horn clauses of ``program`` that matter to ``checked``, with a summary for each
    recursive function.

    If no function is recursive, those that have loops and several call sites are summarised. Copies
    and fills of large blocks become loops.
    """

    def step(view: Program, heap: HeapAbstraction) -> ProcedureSystem | NotEncodable:
        if heap != HeapAbstraction():
            return NotEncodable("objects that are allocated in a recursion or loop live where a procedure is called")
        return _procedure_system(view, checked, budget)

    return repeated_until_encoded(program, procedure_passes, step)


def _procedure_system(program: Program, checked: Property, budget: Budget) -> ProcedureSystem | NotEncodable:
    if makes_strings(program):
        return NotEncodable("a program with an unbounded number of argument strings has no Horn clauses")
    summarised = recursive_functions(program) or shareable_functions(program)
    if not summarised:
        return NotEncodable("no function is recursive, or has loops and several call sites")
    graph = procedure_graph(program, checked, summarised, budget)
    names = point_names(program, graph.points)
    steps = tuple(_Builder(program, checked, graph, names).steps())
    if any(is_nan_choice(symbol) for step in steps for symbol in step.clause.variables):
        return NotEncodable("a recursive program depends on the bits of NaNs")
    points = {name: point for point, name in names.items()}
    used = {
        each.relation
        for step in steps
        for each in (*step.clause.body, *([step.clause.head] if step.clause.head is not None else []))
    }
    relations = {name: _symbols(graph.points[point]) for name, point in points.items() if name in used}
    domains = {name: graph.points[points[name]].representative.domain for name in relations}
    return ProcedureSystem(program, _system(relations, steps), steps, points, domains, graph)


def _system(relations: Mapping[str, tuple[Term, ...]], steps: Sequence[ProcedureClause]) -> HornSystem:
    return HornSystem(relations, tuple(each.clause for each in steps))


def _symbols(cut: ProcedurePoint) -> tuple[Term, ...]:
    return tuple(each.symbol for group in cut.representative.variables.values() for each in group)


def _kept(start: ProcedurePoint) -> dict[Term, Term]:
    """Return the variables that keep the initial values of program variables, with these."""
    return {
        before(group[0].symbol): slot.owner
        for slot, group in start.representative.variables.items()
        if isinstance(slot.owner, Term) and len(group) == 1 and group[0].referent.aspect is Aspect.WHOLE
    }


class _Builder:
    """Translation of pieces into clauses.

    Symbols that are no arguments of relations have any value in each clause. This is exact for
    symbols that are chosen in a piece. For others, such as addresses of global objects, it
    over-approximates, because their values may differ between clauses.
    """

    def __init__(self, program: Program, checked: Property, graph: ProcedureGraph, names: Mapping[Point, str]) -> None:
        self._program = program
        self._graph = graph
        self._names = names
        self._relevant = checked.violations | UNDEFINED
        self._violations = checked.violations
        self._unknown = 0
        self._chosen = {point: _chosen_in(cut.piece) for point, cut in graph.points.items()}

    def steps(self) -> list[ProcedureClause]:
        found = list(self._steps_from(None, "the start of the program", self._graph.entry, ()))
        for point, cut in self._graph.points.items():
            name = self._names[point]
            body = [Application(name, _symbols(cut))]
            if cut.entered is not None:
                target = called(point.callee)
                head = self._application(target, cut.entered)
                facts = self._facts(point, head.arguments)
                found.append(ProcedureClause(Clause((body[0],), facts, head), f"{name}: the call"))
            if cut.back is not None:
                body.append(self._summary(point, cut))
            found += self._steps_from(point, name, cut.piece, tuple(body))
        calling = {name for point, name in self._names.items() if point.kind is PointKind.CALLING}
        return unfolded(found, calling.__contains__)

    def _steps_from(
        self, point: Point | None, name: str, piece: Piece, body: tuple[Application, ...]
    ) -> Iterator[ProcedureClause]:
        for target, state in piece.arrivals.items():
            head = self._application(target, state)
            facts = self._facts(point, (state.guard.term, *head.arguments))
            yield ProcedureClause(
                Clause(body, and_(state.guard.term, facts), head), f"from {name} to {self._names[target]}"
            )
        failures: dict[Error, list[Term]] = {}
        for each in piece.reached_checks:
            if each.kind in self._relevant:
                error = Error(each.kind, each.text, each.span, each.function, each.kind in self._violations)
                failures.setdefault(error, []).append(each.failure)
        for error, terms in failures.items():
            failure = or_(*terms)
            yield ProcedureClause(
                Clause(body, and_(failure, self._facts(point, (failure,))), None), f"from {name}", error
            )

    def _summary(self, point: Point, cut: ProcedurePoint) -> Application:
        """Return the summary of the call at ``point``, applied to a state that ``cut.back``
        represents.
        """
        ended = self._graph.points[returns(point.callee)]
        start = self._graph.points[called(point.callee)]
        if cut.back is None or cut.entered is None:
            raise TypeError("only calls that return have summaries")
        back = cut.back.state
        first = self._graph.representatives.instance(start.shape, start.representative, cut.entered)
        kept = {before(symbol): self._value(symbol, value) for symbol, value in first.items()}
        state = State(back.guard, back.globals | kept, back.memory, back.frame)
        values = self._graph.representatives.instance(ended.shape, ended.representative, state)
        return Application(
            self._names[returns(point.callee)],
            tuple(self._value(symbol, value) for symbol, value in values.items()),
        )

    def _application(self, point: Point, state: State) -> Application:
        """Return the relation of ``point`` applied to ``state``."""
        cut = self._graph.points[point]
        align_objects(cut.shape, state)
        expected = {each for each, _, _ in cut.shape.example.memory.inventory()}
        invariant(expected == {each for each, _, _ in state.memory.inventory()}, "shapes cover the objects of arrivals")
        values = self._graph.representatives.instance(cut.shape, cut.representative, state)
        return Application(self._names[point], tuple(self._value(symbol, value) for symbol, value in values.items()))

    def _value(self, symbol: Term, value: Term | None) -> Term:
        if value is not None:
            return value
        self._unknown += 1
        unknown = Symbol(SymbolKind.CHOICE, "unknown in a clause", self._unknown, f"{symbol.payload} unknown")
        return variable(unknown, symbol.sort)

    def _facts(self, point: Point | None, terms: Sequence[Term]) -> Term:
        """Return the facts about the addresses in ``terms``, without facts that relate objects of
        different pieces.
        """
        facts: list[Term] = []
        source = AddressFacts(self._graph.book)
        for term in terms:
            facts += source.facts_for(term)
        return and_(*(each for each in facts if self._is_here(point, each))) if facts else TRUE

    def _is_here(self, point: Point | None, fact: Term) -> bool:
        symbols = variables_of(fact)
        return all(other == point or chosen.isdisjoint(symbols) for other, chosen in self._chosen.items())


def _chosen_in(piece: Piece) -> frozenset[Term]:
    """Return the symbols whose values are chosen in ``piece``."""
    found: set[Term] = set()
    for choice in piece.choices:
        match choice:
            case UnknownValue(_, symbol):
                found.add(symbol)
            case NewStrings():
                raise AssertionError("programs with argument strings are refused")
            case NewObject(_, each):
                found.add(each.address)
                found.update(symbol for _, symbol in each.initial.symbols())
                if each.initial.array_symbol is not None:
                    found.add(each.initial.array_symbol)
    return frozenset(found)


def unfolded(steps: Sequence[ProcedureClause], may_go: Callable[[str], bool]) -> list[ProcedureClause]:
    """Return ``steps`` without the relations that satisfy ``may_go``, have one defining clause, and
    are the first in the bodies that mention them.

    Requires: in a body the first relation is applied to distinct variables, and clauses that are
        resolved with each other share no variables except global ones.
    Ensures: a solution of the result is the restriction of a solution of ``steps``.
    """
    found = list(steps)
    for relation in dict.fromkeys(step.clause.head.relation for step in steps if step.clause.head is not None):
        if not may_go(relation):
            continue
        defining = [each for each in found if each.clause.head is not None and each.clause.head.relation == relation]
        if len(defining) == 1:
            definition = defining[0].clause
            found = [_resolved(each, definition, relation) for each in found if each is not defining[0]]
    return found


def _resolved(step: ProcedureClause, definition: Clause, relation: str) -> ProcedureClause:
    clause = step.clause
    if not clause.body or clause.body[0].relation != relation or definition.head is None:
        return step
    values = dict(zip(clause.body[0].arguments, definition.head.arguments, strict=True))
    memo: dict[Term, Term] = {}

    def with_values(application: Application) -> Application:
        return Application(
            application.relation, tuple(substitute(term, values, memo) for term in application.arguments)
        )

    body = (*definition.body, *(with_values(each) for each in clause.body[1:]))
    constraint = and_(definition.constraint, substitute(clause.constraint, values, memo))
    head = None if clause.head is None else with_values(clause.head)
    return replace(step, clause=Clause(body, constraint, head))
