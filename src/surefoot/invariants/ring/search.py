"""Search for equations at locations that are inductive modulo ``2**width`` and exclude failures.

Candidates are assertions that do not follow, and what must hold before an edge for a candidate to
hold after it, edge by edge, ignoring order comparisons.
Ensures: ring lemmas show that every edge establishes the result.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.discharge.ring_refutation import Open, RingRefutation, RingSolver
from surefoot.invariants.limits import LIMITS
from surefoot.logic import TRUE, Op, Term, not_, variables_of
from surefoot.logic.ring.membership import Combinations
from surefoot.logic.ring.polynomials import Polynomial
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge, Invariants

IsRefuted = Callable[[str, Term], bool]
"""Predicate: a candidate of a location fails in a reachable state."""


class EquationSearch:
    """Candidates for the locations of `system`, beside `known` inductive formulas.

    With `with_equalities`, candidates also include equations that suffice if unknowns that are
    equal in some state are always equal.
    """

    def __init__(
        self,
        system: ControlSystem,
        known: Invariants,
        ring: RingSolver,
        is_refuted: IsRefuted,
        budget: Budget,
        *,
        with_equalities: bool,
    ) -> None:
        self._system = system
        self._known = known
        self._ring = ring
        self._is_refuted = is_refuted
        self._budget = budget
        self._with_equalities = with_equalities
        self._candidates: dict[str, dict[Term, None]] = {name: {} for name in system.names}
        self._refused: set[tuple[str, Term]] = set()
        self._parameters = frozenset(system.parameters)

    def inductive(self, more: Mapping[str, Sequence[Polynomial]]) -> Invariants:
        """Return inductive equations, among them those of `more`, with the known formulas."""
        new: list[tuple[str, Term]] = []
        for edge in self._system.error_edges:
            new += self._asserted(edge)
        for _ in range(LIMITS.ring_rounds):
            if not new:
                break
            new = [each for name, candidate in new for each in self._preconditions(name, candidate)]
        for name, forms in more.items():
            self._add_independent(name, forms)
        self._drop()
        return {name: tuple(self.assumed(name)) for name in self._system.names}

    def assumed(self, name: str) -> list[Term]:
        """Return the formulas that are assumed at `name`."""
        return [*self._known.get(name, ()), *self._candidates.get(name, ())]

    def _asserted(self, edge: Edge) -> list[tuple[str, Term]]:
        """Add candidates at the source of an edge to an error: the equations that fail where it is
        taken.
        """
        added: list[tuple[str, Term]] = []
        while True:
            step = step_formulas(self._system, edge, self.assumed(edge.source))
            outcome = self._ring.refute(edge.source, step, with_equalities=self._with_equalities)
            if isinstance(outcome, RingRefutation):
                return added
            forms = (
                form
                for each in outcome.path.failing
                for form in self._ring.sufficient(edge.source, each, outcome, with_equalities=self._with_equalities)
            )
            new = self._add(edge.source, forms)
            if not new:
                return added
            added += new

    def _preconditions(self, name: str, candidate: Term) -> list[tuple[str, Term]]:
        """Add candidates at the sources of edges to `name`: what must hold there for `candidate` to
        hold afterwards.
        """
        added: list[tuple[str, Term]] = []
        for edge in self._system.edges_into(name):
            while candidate in self._candidates[name]:
                outcome = self._kept(edge, candidate)
                if isinstance(outcome, RingRefutation):
                    break
                if edge.source == ENTRY:
                    self._remove(name, candidate)
                    break
                after = edge.after(candidate)
                failing = [each for each in outcome.path.failing if each.stated.formula is after]
                forms = (
                    form
                    for each in failing
                    for form in self._ring.sufficient(edge.source, each, outcome, with_equalities=False)
                )
                new = self._add(edge.source, forms)
                if not new:
                    break
                added += new
        return added

    def _kept(self, edge: Edge, candidate: Term) -> RingRefutation | Open:
        after = edge.after(candidate)
        if after is TRUE:
            return RingRefutation(())
        step = step_formulas(self._system, edge, self.assumed(edge.source))
        return self._ring.refute(edge.source, (*step, not_(after)))

    def _add_independent(self, name: str, forms: Iterable[Polynomial]) -> None:
        """Add the equations ``form = 0`` that do not follow from those added before, the simplest
        first.
        """
        known: dict[int, list[Polynomial]] = {}
        for form in sorted(forms, key=lambda each: (each.degree, len(each))):
            others = known.setdefault(form.width, [])
            if Combinations(others, form.width).of(form) is None:
                others.append(form)
                self._add(name, [form], LIMITS.ring_candidates + LIMITS.ring_sampled)

    def _add(
        self, name: str, forms: Iterable[Polynomial], most: int = LIMITS.ring_candidates
    ) -> list[tuple[str, Term]]:
        added: list[tuple[str, Term]] = []
        if name == ENTRY:
            return added
        symbols = self._parameters.union(self._system.location(name).symbols)
        known = self._candidates[name]
        for form in forms:
            if form.degree > LIMITS.ring_degree or len(form) > LIMITS.ring_monomials or len(known) >= most:
                continue
            candidate = form.equation().formula
            is_equation = candidate.op is Op.EQ and symbols.issuperset(variables_of(candidate))
            if not is_equation or candidate in known or (name, candidate) in self._refused:
                continue
            if self._is_refuted(name, candidate):
                self._refused.add((name, candidate))
                continue
            known[candidate] = None
            added.append((name, candidate))
        return added

    def _remove(self, name: str, candidate: Term) -> None:
        del self._candidates[name][candidate]
        self._refused.add((name, candidate))

    def _drop(self) -> None:
        """Drop candidates that some edge does not establish until there are none."""
        edges = list(self._system.transitions)
        pending = list(edges)
        while pending:
            self._budget.spend()
            edge = pending.pop(0)
            name = edge.destination
            lost = [each for each in self._candidates[name] if isinstance(self._kept(edge, each), Open)]
            for each in lost:
                self._remove(name, each)
            if lost:
                pending += [each for each in edges if each.source == name and each not in pending]


def step_formulas(system: ControlSystem, edge: Edge, assumed: Sequence[Term]) -> tuple[Term, ...]:
    """Return what holds where `edge` is taken from a state that satisfies `assumed`."""
    domain = system.location(edge.source).domain
    return (edge.guard, *assumed) if domain is TRUE else (edge.guard, domain, *assumed)


@dataclass(frozen=True, slots=True)
class RingProof:
    """Invariants that exclude edges to errors, as few as the lemmas need."""

    invariants: Invariants
    failing: tuple[Edge, ...]
    """The edges to errors that are not excluded."""


def proof(system: ControlSystem, inductive: Invariants, ring: RingSolver, budget: Budget) -> RingProof:
    """Return what `inductive` invariants prove, with those that the proof needs; `ring` has its
    lemmas afterwards.
    """
    failing: list[Edge] = []
    needed: dict[tuple[str, Term], None] = {}
    todo: list[tuple[str, Term]] = []

    def need(name: str, core: Iterable[Term]) -> None:
        own = set(inductive.get(name, ()))
        for each in core:
            if each in own and (name, each) not in needed:
                needed[name, each] = None
                todo.append((name, each))

    for edge in system.error_edges:
        budget.spend()
        step = step_formulas(system, edge, inductive.get(edge.source, ()))
        match ring.refute(edge.source, step, with_equalities=True):
            case RingRefutation(core):
                need(edge.source, core)
            case Open():
                failing.append(edge)
    while todo:
        name, formula = todo.pop()
        for edge in system.edges_into(name):
            after = edge.after(formula)
            if after is TRUE:
                continue
            step = step_formulas(system, edge, inductive.get(edge.source, ()))
            outcome = ring.refute(edge.source, (*step, not_(after)))
            if isinstance(outcome, Open):  # the solver had no time for what it showed before
                return RingProof({}, system.error_edges)
            need(edge.source, outcome.core)
    kept = {name: tuple(each for each in inductive.get(name, ()) if (name, each) in needed) for name in system.names}
    return RingProof({name: terms for name, terms in kept.items() if terms}, tuple(failing))
