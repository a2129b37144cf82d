"""Interpolants of a graph from one sequence (UFO: Albarghouthi, Gurfinkel, Chechik, VMCAI 2012).

The graph becomes one formula with control variables; quantifier elimination cleans the
interpolants.

Let c_v mean "a path passes v". The parts of the sequence are, for the nodes u before the last
one in numerical order,

    A_u  =  c_u  =>  for some edge e from u to v:  c_v & A_e        the first part also has
c_first;  c_last is true

An interpolant between the parts before u and the rest may mention control variables and symbols
shared at later nodes. CLEAN computes I_u from it: c_u is true, all other control variables and
all symbols not shared at u are universally quantified and eliminated.
"""

from collections.abc import Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.records import dataclass
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Symbol,
    SymbolKind,
    Term,
    and_,
    atoms_of,
    implies,
    not_,
    or_,
    substitute,
    variable,
    variables_of,
)
from surefoot.smt.contracts import TIME_LIMIT, NoAnswer, Unsat
from surefoot.smt.interpolation.contracts import FormulaGraph, Interpolants, Interpolator, sequence
from surefoot.smt.interpolation.horn import eliminate_forall
from surefoot.smt.limits import LIMITS
from surefoot.smt.registry import SolverFactory

ELIMINATES = "z3"
"""Solver for quantifier elimination; named as the source of a wrong result whose sequence was
right.
"""


def control(node: int) -> Term:
    """Return the control variable of ``node``: true if the path passes it."""
    return variable(Symbol(SymbolKind.AUXILIARY, "passes node", node, f"passes {node}"), BOOL)


def clean(
    formula: Term, here: Term, foreign: Sequence[Term], solvers: SolverFactory, budget: Budget
) -> Term | NoAnswer:
    """Return ``formula`` with ``here`` true, for all values of the ``foreign`` variables.

    If no atom mixes foreign and other variables, the result is the conjunction of the formula
    over all combinations of values of the foreign atoms. Otherwise quantifiers are eliminated.
    """
    known = substitute(formula, {here: TRUE})
    away = frozenset(foreign)
    atoms = [each for each in atoms_of(known) if not away.isdisjoint(variables_of(each))]
    if not all(away.issuperset(variables_of(each)) for each in atoms):
        return eliminate_forall(known, [each for each in foreign if each in variables_of(known)], budget)
    cases: list[tuple[tuple[Term, ...], Term]] = [((), known)]
    with closing(solvers.new()) as solver:
        for atom in atoms:
            split = []
            for chosen, value in cases:
                for literal, constant in ((atom, TRUE), (not_(atom), FALSE)):
                    rest = substitute(value, {atom: constant})
                    if rest is TRUE or isinstance(solver.check([*chosen, literal], purpose="cleaning"), Unsat):
                        continue
                    split.append(((*chosen, literal), rest))
            cases = split
            if len(cases) > LIMITS.foreign_cases:
                return NoAnswer("a label has too many cases to be cleaned")
    return and_(*(rest for _, rest in cases))


@dataclass(frozen=True, slots=True)
class SequenceInterpolator:
    """The `Interpolator` of this module; ``sequences`` interpolates the sequence, cleaning ends
    after ``seconds``.
    """

    sequences: Interpolator
    solvers: SolverFactory
    seconds: float

    @property
    def name(self) -> str:
        """Name of the sequence interpolator."""
        return f"{self.sequences.name} in sequence"

    def interpolants(self, graph: FormulaGraph, budget: Budget) -> Interpolants | NoAnswer:
        """Interpolants of any graph; see `Interpolator`."""
        between = self.sequences.interpolants(sequence(control_parts(graph)), budget)
        if isinstance(between, NoAnswer):
            return between
        share = budget.at_most(self.seconds)
        found: list[Term] = []
        for node, formula, shared in zip(graph.inner, between.formulas, graph.shared(), strict=True):
            budget.spend()
            foreign = [each for each in variables_of(formula) if each not in shared and each is not control(node)]
            over = share.is_over()
            cleaned = NoAnswer(TIME_LIMIT) if over else clean(formula, control(node), foreign, self.solvers, share)
            if isinstance(cleaned, NoAnswer):
                return cleaned
            found.append(cleaned)
        return Interpolants(tuple(found), ELIMINATES)


def control_parts(graph: FormulaGraph) -> list[Term]:
    """Return the parts A_u for all nodes but the last."""
    ways: list[list[Term]] = [[] for _ in range(graph.last)]
    for part in graph.parts:
        passes = TRUE if part.target == graph.last else control(part.target)
        ways[part.source].append(and_(passes, part.formula))
    parts = [implies(control(node), or_(*own)) for node, own in enumerate(ways)]
    return [and_(control(0), parts[0]), *parts[1:]]
