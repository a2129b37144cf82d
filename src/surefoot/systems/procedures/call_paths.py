"""Control system of the calls of a program with procedures: its infinite paths cover all infinite
runs.

A run that never ends is an infinite path through active calls: it follows calls that never return
into the procedure, and skips calls that return. Locations are the points of procedures but their
ends. An edge is a step of one activation, with any result of a call that returned, or a step into a
called procedure. So the system has all infinite runs, and others: it proves that runs end, and
nothing about single runs. A fresh input selects the edge, since several can be taken.

Summaries restrict the results of calls: formulas about the state at the end of a procedure, and at
its call. They are assumed where a call is skipped, and the system has an error where a procedure
returns without satisfying its own. If no run takes one of these errors, all calls satisfy them, by
induction on the time at which a call returns. Then the system still has all infinite runs.
"""

from collections.abc import Collection, Mapping
from typing import Self

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass, replace
from surefoot.base.spans import Span
from surefoot.logic import BitVecSort, Symbol, SymbolKind, Term, and_, bv, eq, not_, substitute, variable, variables_of
from surefoot.logic.horn import Application
from surefoot.program.check_sites import CheckSite
from surefoot.program.program import Program, Variable
from surefoot.program.properties import Property
from surefoot.program.statements import CheckKind
from surefoot.program.trace import Trace
from surefoot.systems.control.runs import Run
from surefoot.systems.control.system import (
    ENTRY,
    NO_INVARIANTS,
    ControlSystem,
    Edge,
    Error,
    Invariants,
    Location,
    StateVariable,
    validate,
)
from surefoot.systems.encode.encoding import NotEncodable
from surefoot.systems.procedures.points import PointKind
from surefoot.systems.procedures.system import ProcedureClause, ProcedureSystem, encode_procedures


@dataclass(frozen=True)
class CallPaths:
    """Encoding of infinite runs through calls; see the module."""

    procedures: ProcedureSystem
    system: ControlSystem
    ignored: frozenset[CheckSite] = frozenset()
    """Checks without errors in the system."""

    @property
    def is_exact(self) -> bool:
        """False: results of calls are arbitrary."""
        return False

    @property
    def shares_bodies(self) -> bool:
        """False: certificates name no treatment of calls."""
        return False

    def without(self, sites: Collection[CheckSite]) -> Self | NotEncodable:
        """Return the encoding without the errors at ``sites``."""
        if not sites:
            return self
        return replace(self, system=self.system.without(sites), ignored=self.ignored.union(sites))

    @property
    def returning(self) -> Mapping[str, tuple[Term, ...]]:
        """The relations of the ends of procedures, with their parameters: those that have summaries."""
        relations = self.procedures.system.relations
        points = self.procedures.points
        return {name: own for name, own in relations.items() if points[name].kind is PointKind.RETURNS}

    def with_summaries(self, summaries: Invariants) -> Self:
        """Return the encoding whose calls return by ``summaries``, which have formulas for relations
        in `returning`; see the module.
        """
        return replace(self, system=_system_of(self.procedures, summaries).without(self.ignored))

    def trace_of(self, run: Run) -> Trace:
        """Raise `AssertionError`: a path is no run of the program."""
        raise AssertionError(f"a path of {len(run.steps)} steps through calls is no run")

    def variables(self, name: str) -> Mapping[Term, Variable]:
        """Return the program variables that state variables of the location represent."""
        return self.procedures.variables(name)

    def function(self, name: str) -> str:
        """Return the function of the location."""
        return self.procedures.points[name].procedure or self.procedures.program.entry

    def calls(self, name: str) -> tuple[tuple[str, Span | None], ...]:
        """Return no calls: a location stands for all calls of its procedure."""
        del name
        return ()


def encode_call_paths(program: Program, checked: Property, budget: Budget) -> CallPaths | NotEncodable:
    """Return the control system of the infinite runs of a recursive program."""
    procedures = encode_procedures(program, checked, budget)
    if isinstance(procedures, NotEncodable):
        return procedures
    return CallPaths(procedures, _system_of(procedures, NO_INVARIANTS))


def _system_of(procedures: ProcedureSystem, summaries: Invariants) -> ControlSystem:
    relations = procedures.system.relations
    kept = {name for name in relations if procedures.points[name].kind is not PointKind.RETURNS}
    steps = [
        (step, _source(step, kept))
        for step in procedures.steps
        if step.error is not None or _target(step) in kept or _target(step) in summaries
    ]
    edges: list[Edge] = []
    numbers: dict[str, int] = {}
    for step, source in steps:
        number = numbers[source] = numbers.get(source, -1) + 1
        head = step.clause.head
        target: str | Error | None = step.error if step.error is not None else _target(step)
        if target is None:
            continue
        arguments = () if head is None or step.error is not None else head.arguments
        guard = and_(step.clause.constraint, eq(_selector(source), bv(number, _SELECTOR.width)))
        returned = [each for each in step.clause.body if each.relation in summaries]
        guard = and_(guard, *(_instance(each, summaries, relations) for each in returned))
        if head is not None and step.error is None and head.relation in summaries:
            broken = not_(_instance(head, summaries, relations))
            text = f"summary of {procedures.points[head.relation].procedure}"
            target = Error(CheckKind.NON_TERMINATION, text, procedures.span(head.relation), source, is_violation=True)
            guard, arguments = and_(guard, broken), ()
        symbols = () if isinstance(target, Error) else relations[target]
        edges.append(Edge(source, target, guard, dict(zip(symbols, arguments, strict=True))))
    locations = [_location(procedures, name, edges) for name in (ENTRY, *(each for each in relations if each in kept))]
    system = ControlSystem((), (), tuple(locations), tuple(edges))
    validate(system)
    return system


def _instance(each: Application, summaries: Invariants, relations: Mapping[str, tuple[Term, ...]]) -> Term:
    """Return the summary of a relation about its arguments."""
    put_in = dict(zip(relations[each.relation], each.arguments, strict=True))
    return and_(*(substitute(formula, put_in) for formula in summaries[each.relation]))


def _location(procedures: ProcedureSystem, name: str, edges: list[Edge]) -> Location:
    mentioned = variables_of(
        *(term for edge in edges if edge.source == name for term in (edge.guard, *edge.update.values()))
    )
    if name == ENTRY:
        return Location(ENTRY, inputs=mentioned)
    point = procedures.points[name]
    groups = procedures.graph.points[point].representative.variables.values()
    variables = tuple(StateVariable(each.symbol, each.referent) for group in groups for each in group)
    own = frozenset(each.symbol for each in variables)
    inputs = tuple(symbol for symbol in mentioned if symbol not in own)
    return Location(name, variables, inputs, procedures.domains[name], procedures.span(name))


def _source(step: ProcedureClause, kept: Collection[str]) -> str:
    """Return the location of the caller: the first relation of the body, or the entry."""
    body = step.clause.body
    return body[0].relation if body and body[0].relation in kept else ENTRY


def _target(step: ProcedureClause) -> str | None:
    return None if step.clause.head is None else step.clause.head.relation


_SELECTOR = BitVecSort(16)


def _selector(source: str) -> Term:
    return variable(Symbol(SymbolKind.CHOICE, f"step from {source}", 0, f"step from {source}"), _SELECTOR)
