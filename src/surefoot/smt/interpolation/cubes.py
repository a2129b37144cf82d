"""Interpolants by cube enumeration: cubes of B, generalised by unsatisfiable cores of A.

While some assignment satisfies B and the interpolant found so far, its reason is a cube over the
shared symbols. A excludes the cube, mostly by a few of its literals; the others are dropped, and
the negation of the rest is a clause of the interpolant. The literals are those of the formulas,
so the result is about words, not bits.

The method works for every theory that a solver decides. The number of cubes is unbounded in
practice if B depends on many symbols that are not shared.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import ClassVar

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget
from surefoot.base.records import dataclass
from surefoot.logic import TRUE, Evaluator, Op, Term, and_, bvsub, int_sub, not_, substitute, variables_of
from surefoot.smt.contracts import NOTHING_TO_INTERPOLATE, TIME_LIMIT, NoAnswer, Sat, Solver, Unsat
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants, only_sequences
from surefoot.smt.registry import SolverFactory

LiftingFunction = Callable[[Term, Evaluator, Callable[[Term], bool]], Sequence[Term]]
"""Lifting: from a formula that is true in a state to literals over symbols that imply it.

The literals are true in the state and imply the formula for the state's values of all other
variables.
"""


@dataclass(frozen=True, slots=True)
class CubeInterpolator:
    """The `Interpolator` by cube enumeration; ``lift`` computes the cubes."""

    solvers: SolverFactory
    lift: LiftingFunction
    name: ClassVar[str] = "cubes"

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants | NoAnswer:
        """Compute the interpolants of a sequence one by one, each from its predecessor; see
        `Interpolator`.
        """
        if not graph.is_sequence:
            return only_sequences(self.name)
        parts = graph.formulas
        found: list[Term] = []
        before = TRUE
        for number, shared in zip(graph.inner, graph.shared(), strict=True):
            try:
                between = self._between(and_(before, parts[number - 1]), and_(*parts[number:]), shared, budget)
            except OutOfBudget:
                return NoAnswer(TIME_LIMIT)
            if isinstance(between, NoAnswer):
                return between
            before = and_(*between)
            found.append(before)
        return Interpolants(tuple(found), self.name)

    def _between(
        self, earlier: Term, later: Term, shared: frozenset[object], budget: Budget
    ) -> tuple[Term, ...] | NoAnswer:
        """Clauses that ``earlier`` implies and that contradict ``later``."""
        clauses: list[Term] = []
        later = _without_definitions(later, shared)
        with closing(self.solvers.new()) as excluding, closing(self.solvers.new()) as remaining:
            excluding.add(earlier)
            remaining.add(later)
            while True:
                budget.spend()
                answer = remaining.check(purpose="interpolation")
                if isinstance(answer, Unsat):
                    return tuple(clauses)
                if isinstance(answer, NoAnswer):
                    return answer
                cube = tuple(dict.fromkeys(self.lift(later, Evaluator(answer.model.value), shared.__contains__)))
                del answer
                needed = _needed(cube, excluding)
                if isinstance(needed, NoAnswer):
                    return needed
                clauses.append(not_(and_(*needed)))
                remaining.add(clauses[-1])


def _without_definitions(formula: Term, shared: frozenset[object]) -> Term:
    """Eliminate from ``formula`` the variables that are not shared and that one of its conjuncts
    defines.

    A cube cannot mention them, only their values.
    """
    while True:
        conjuncts = formula.args if formula.op is Op.AND else (formula,)
        found = next(filter(None, (definition(each, lambda symbol: symbol not in shared) for each in conjuncts)), None)
        if found is None:
            return formula
        defined, value = found
        formula = substitute(formula, {defined: value})


def _needed(cube: Sequence[Term], excluding: Solver) -> tuple[Term, ...] | NoAnswer:
    """Return a minimal subset of ``cube`` that contradicts the formulas of ``excluding``: no single
    literal can be dropped.
    """
    answer = excluding.check(cube, purpose="interpolation")
    if isinstance(answer, NoAnswer):
        return answer
    if isinstance(answer, Sat):
        return NoAnswer(NOTHING_TO_INTERPOLATE)
    kept = list(answer.core)
    for literal in answer.core:
        if literal not in kept:
            continue
        without = [each for each in kept if each is not literal]
        answer = excluding.check(without, purpose="interpolation")
        if isinstance(answer, Unsat):
            core = set(answer.core)
            kept = [each for each in without if each in core]
    return tuple(kept)


_MINUS: dict[Op, Callable[[Term, Term], Term]] = {Op.BVADD: bvsub, Op.INT_ADD: int_sub}


def definition(conjunct: Term, is_wanted: Callable[[Term], bool]) -> tuple[Term, Term] | None:
    """Return a wanted variable and the term, without it, that ``conjunct`` equates it with; solve
    ``v + c = t`` for v.
    """
    if conjunct.op is not Op.EQ:
        return None
    for left, right in (conjunct.args, conjunct.args[::-1]):
        defined, value = _solved(left, right)
        if defined.op is Op.VARIABLE and is_wanted(defined) and defined not in variables_of(value):
            return defined, value
    return None


def _solved(left: Term, right: Term) -> tuple[Term, Term]:
    """Return the equation ``left`` = ``right`` without a constant that is added on the left."""
    minus = _MINUS.get(left.op)
    if minus is None or len(left.args) != 2 or left.args[1].op is not Op.CONSTANT:
        return left, right
    return left.args[0], minus(right, left.args[1])
