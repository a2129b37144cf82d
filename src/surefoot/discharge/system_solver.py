"""Solvers of obligations about one control system: its facts are in force, and the ring is tried
before a library.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from surefoot.base.records import dataclass, replace
from surefoot.logic import BOOL, FALSE, Evaluator, Symbol, SymbolKind, Term, not_, or_, variable
from surefoot.smt.contracts import Answer, NoAnswer, Sat, Solver, Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem, Fact

if TYPE_CHECKING:
    from surefoot.base.budget import Budget
    from surefoot.discharge.congruent_products import CongruentProducts
    from surefoot.discharge.ring import RingTactic


class RelevantFacts:
    """Facts of a control system, each given out once, as soon as all parameters in it have been
    mentioned.

    Ensures: after `new_for(f)`, the facts given out so far are all that matter to the formulas so
    far.
    """

    def __init__(self, system: ControlSystem) -> None:
        self._pending: dict[Term, list[Fact]] = {}
        self._missing: dict[int, int] = {}
        self._seen: set[Term] = set()
        self._ready: list[Term] = []
        self.given: list[Term] = []
        """The facts given out so far."""
        for fact in system.facts:
            self._missing[id(fact)] = len(set(fact.about))
            for symbol in dict.fromkeys(fact.about):
                self._pending.setdefault(symbol, []).append(fact)
            if not fact.about:
                self._ready.append(fact.formula)

    def new_for(self, *formulas: Term) -> list[Term]:
        """Return the facts that `formulas` need and that were not given out before."""
        before = len(self.given)
        self.given += self._ready
        self._ready = []
        todo = list(formulas) if self._pending else []
        seen = self._seen
        while todo:
            term = todo.pop()
            if term in seen:
                continue
            seen.add(term)
            if term.args:
                todo.extend(term.args)
                continue
            for fact in self._pending.get(term, ()):
                self._missing[id(fact)] -= 1
                if not self._missing[id(fact)]:
                    self.given.append(fact.formula)
                    todo.append(fact.formula)
        return self.given[before:]


class SystemSolver:
    """A solver whose formulas in force include the facts that are relevant to its queries.

    With a `ring`, callers that know the location of a query try `ring_core` before `check`.
    """

    def __init__(self, system: ControlSystem, solver: Solver, ring: "RingTactic | None" = None) -> None:
        self.solver = solver
        self.ring = ring
        self._facts = RelevantFacts(system)

    @property
    def name(self) -> str:
        """The name of the library."""
        return self.solver.name

    @property
    def facts(self) -> tuple[Term, ...]:
        """The facts in force."""
        return tuple(self._facts.given)

    def add(self, formula: Term) -> None:
        """Require `formula` permanently."""
        self._require_facts(formula)
        self.solver.add(formula)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        """Decide whether the formulas in force and `assumptions` are satisfiable; see
        `Solver.check`.
        """
        if FALSE in assumptions:
            return Unsat((FALSE,))
        self._require_facts(*assumptions)
        return self.solver.check(assumptions, purpose=purpose)

    def ring_core(self, location: str, formulas: Sequence[Term]) -> tuple[Term, ...] | None:
        """Return a subset of `formulas` that is unsatisfiable by ring lemmas at `location`; `None`
        if none is found.
        """
        return None if self.ring is None else self.ring.core(location, formulas)

    def close(self) -> None:
        """Release the library's memory. The ring stays open: other solvers share it."""
        self.solver.close()

    def _require_facts(self, *formulas: Term) -> None:
        for fact in self._facts.new_for(*formulas):
            self.solver.add(fact)


class ProductsSolver(SystemSolver):
    """A solver that first decides queries with symbols in place of products of unknowns, by the
    second solver ``easy``.

    A model of ``easy`` is an answer only if it satisfies the original formulas; otherwise they are
    decided as they are.
    """

    def __init__(
        self,
        system: ControlSystem,
        solver: Solver,
        easy: Solver,
        products: "CongruentProducts",
        ring: "RingTactic | None" = None,
    ) -> None:
        super().__init__(system, solver, ring)
        self._easy = SystemSolver(system, easy)
        self._products = products
        self._added: list[Term] = []

    def add(self, formula: Term) -> None:
        """Require `formula` permanently."""
        super().add(formula)
        self._added.append(formula)
        self._easy.add(self._products.of(formula))

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        """Decide as `SystemSolver.check` does."""
        easier = [self._products.of(each) for each in assumptions]
        if all(new is old for new, old in zip(easier, assumptions, strict=True)):
            return super().check(assumptions, purpose=purpose)
        for congruence in self._products.take_congruences():
            self._easy.add(congruence)
        match self._easy.check(easier, purpose=purpose):
            case Unsat(core):
                needed = frozenset(core)
                return Unsat(tuple(old for new, old in zip(easier, assumptions, strict=True) if new in needed))
            case NoAnswer() as unknown:
                return unknown
            case Sat(model) as answer:
                values = Evaluator(model.value)
                in_force = (*self._easy.facts, *self._added, *assumptions)
                is_genuine = all(values.value(each) for each in in_force)
                return answer if is_genuine else super().check(assumptions, purpose=purpose)

    def close(self) -> None:
        """Release the memory of both solvers."""
        self._easy.close()
        super().close()


class SwitchedSolver(SystemSolver):
    """A solver in which every assumed formula is added once, behind a literal, and assumed by that
    literal.

    Libraries simplify and translate assumptions at each check; a literal costs nothing. The literal
    is true where its formula does not matter, because solvers try that value first.
    """

    def __init__(self, system: ControlSystem, solver: Solver, ring: "RingTactic | None" = None) -> None:
        super().__init__(system, solver, ring)
        self._switches: dict[Term, Term] = {}

    @property
    def known(self) -> int:
        """The number of formulas assumed so far."""
        return len(self._switches)

    def check(self, assumptions: Sequence[Term] = (), *, purpose: str = "") -> Answer:
        """Decide as `SystemSolver.check` does."""
        formulas = {self._switch(formula): formula for formula in assumptions}
        answer = super().check(list(formulas), purpose=purpose)
        return Unsat(tuple(formulas[each] for each in answer.core)) if isinstance(answer, Unsat) else answer

    def _switch(self, formula: Term) -> Term:
        """Return the literal to assume for `formula`."""
        if not formula.args:
            return formula
        found = self._switches.get(formula)
        if found is None:
            number = len(self._switches)
            off = variable(Symbol(SymbolKind.ACTIVATION, "assumed", number, f"without {number}"), BOOL)
            found = self._switches[formula] = not_(off)
            self.add(or_(off, formula))
        return found


@dataclass(frozen=True, slots=True)
class SystemSolvers:
    """Solvers for one control system, opened as needed, which share one `ring`."""

    system: ControlSystem
    factory: SolverFactory
    ring: "RingTactic | None" = None

    def new(self, use: Use = Use.INCREMENTAL) -> SystemSolver:
        """Open a solver of the main library."""
        return SystemSolver(self.system, self.factory.new(use), self.ring)

    def switched(self) -> SwitchedSolver:
        """Open a solver of the main library that adds every assumption once."""
        return SwitchedSolver(self.system, self.factory.new(), self.ring)

    def within(self, budget: "Budget") -> "SystemSolvers":
        """Return the same solvers with the time of `budget`."""
        return replace(self, factory=replace(self.factory, budget=budget))

    def close(self) -> None:
        """Release the memory of the ring."""
        if self.ring is not None:
            self.ring.close()
