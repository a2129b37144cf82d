"""Interpolants of a graph from one sequence, as in the paper about UFO: the graph as one formula with control variables, cleaned by quantifier elimination.

With c_v for "a path comes through v", the parts of the sequence are, for the nodes u before the last one in the order of their numbers,

    A_u  =  c_u  =>  for some edge e from u to v:  c_v & A_e        that of the first node also says  c_first;  c_last is true

An interpolant between the parts before u and the rest may mention control variables, and what is shared at later nodes. CLEAN makes I_u of it: c_u is true, all other control variables and what is not shared at u
are universally quantified, and the quantifiers eliminated.
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
from surefoot.smt.interpolation.horn import without_universals
from surefoot.smt.registry import SolverFactory

MOST_CASES = 256
"""How many combinations of foreign atoms to look at."""
ELIMINATES = "z3"
"""Who eliminates quantifiers: what may be wrong with the result, where the sequence was right."""


def control(node: int) -> Term:
    """The variable that says whether a path comes through ``node``."""
    return variable(Symbol(SymbolKind.AUXILIARY, "passes node", node, f"passes {node}"), BOOL)


def clean(
    formula: Term, here: Term, foreign: Sequence[Term], solvers: SolverFactory, budget: Budget
) -> Term | NoAnswer:
    """``formula`` where the control variable ``here`` is true, for all values of the ``foreign`` variables, among them all other control variables.

    Where no atom is about foreign variables and others, it is the conjunction of what the formula is for each combination of values that the foreign atoms can have;
    else quantifiers are eliminated.
    """
    known = substitute(formula, {here: TRUE})
    away = frozenset(foreign)
    atoms = [each for each in atoms_of(known) if not away.isdisjoint(variables_of(each))]
    if not all(away.issuperset(variables_of(each)) for each in atoms):
        return without_universals(known, [each for each in foreign if each in variables_of(known)], budget)
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
            if len(cases) > MOST_CASES:
                return NoAnswer("a label has too many cases to be cleaned")
    return and_(*(rest for _, rest in cases))


@dataclass(frozen=True, slots=True)
class SequenceInterpolator:
    """The `Interpolator` of the module, which asks another one for ``sequences``; cleaning gives up after ``seconds``."""

    sequences: Interpolator
    solvers: SolverFactory
    seconds: float

    @property
    def name(self) -> str:
        """Whom it asks."""
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
    """A_u of the module for all nodes but the last."""
    ways: list[list[Term]] = [[] for _ in range(graph.last)]
    for part in graph.parts:
        passes = TRUE if part.target == graph.last else control(part.target)
        ways[part.source].append(and_(passes, part.formula))
    parts = [implies(control(node), or_(*own)) for node, own in enumerate(ways)]
    return [and_(control(0), parts[0]), *parts[1:]]
