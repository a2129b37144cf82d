"""Labels from one sequence of interpolants, as in the paper: the graph as one formula with control variables, cleaned by quantifier elimination.

With the nodes u_1, ..., u_n before the errors in topological order, c_u for "a path comes through u" and a copy x_u of the state variables for each node, the parts are

    A_i  =  F & (c_ui  =>  d & for some child w and edge e:  c_w & g_e & x_w = u_e)        A_1 also says  c_u1

An interpolant I_i between the parts before u_i and the rest may mention copies and control variables of later nodes. CLEAN makes a label of it: c_ui is true, all other control variables and the
copies that are not those of u_i are universally quantified, and the quantifiers eliminated.
"""

from collections.abc import Sequence
from contextlib import closing
from typing import ClassVar

from surefoot.budget import Budget
from surefoot.engines.ufo.graph import Labels, Node
from surefoot.engines.ufo.paths import copied
from surefoot.engines.ufo.post import atoms_of
from surefoot.engines.ufo.weak_order import ERROR
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    Symbol,
    SymbolKind,
    Term,
    and_,
    eq,
    implies,
    not_,
    or_,
    substitute,
    variable,
    variables_of,
)
from surefoot.records import dataclass
from surefoot.solvers.contracts import TIME_LIMIT, NoAnswer, Unsat
from surefoot.solvers.interpolation.contracts import Interpolator
from surefoot.solvers.interpolation.horn import without_universals
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.solving import RelevantFacts
from surefoot.systems.control.system import ControlSystem

MOST_CASES = 256
"""How many combinations of foreign atoms to look at."""


def control(node: Node) -> Term:
    """The variable that says whether a path comes through ``node``."""
    return variable(Symbol(SymbolKind.AUXILIARY, "passes node", node.number, f"passes {node.number}"), BOOL)


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
class BySequence:
    """The `Route` of the module; cleaning gives up after ``seconds``."""

    system: ControlSystem
    interpolator: Interpolator
    solvers: SolverFactory
    seconds: float

    finds_runs: ClassVar[bool] = False

    def labels(self, nodes: Sequence[Node], budget: Budget) -> Labels | NoAnswer:
        """Labels for ``nodes``; see `Route`."""
        *before, error = nodes
        found: dict[Node, Term] = {nodes[0]: TRUE, error: FALSE}
        if len(before) == 1:
            return found
        parts = [self.part(node, nodes) for node in before]
        parts[0] = and_(control(nodes[0]), parts[0])
        between = self.interpolator.interpolants(parts, budget)
        if isinstance(between, NoAnswer):
            return between
        share = budget.at_most(self.seconds)
        for node, formula in zip(before[1:], between.formulas, strict=True):
            budget.spend()
            label = NoAnswer(TIME_LIMIT) if share.is_over() else self._cleaned(node, formula, share)
            if isinstance(label, NoAnswer):
                return label
            found[node] = label
        return found

    def part(self, node: Node, nodes: Sequence[Node]) -> Term:
        """A_i of the module for ``node``."""
        inside = frozenset(nodes)
        source = self.system.location(node.location)
        renaming = {each: copied(each, node) for each in (*source.symbols, *source.inputs)}
        memo: dict[Term, Term] = {}
        ways: list[Term] = []
        for child, edges in node.children.items():
            for edge in edges if child in inside else ():
                reached = (
                    eq(copied(symbol, child), substitute(value, renaming, memo))
                    for symbol, value in edge.update.items()
                )
                passes = TRUE if child.location == ERROR else control(child)
                ways.append(and_(passes, substitute(edge.guard, renaming, memo), *reached))
        part = implies(control(node), and_(substitute(source.domain, renaming, memo), or_(*ways)))
        return and_(part, *RelevantFacts(self.system).new_for(part))

    def _cleaned(self, node: Node, formula: Term, budget: Budget) -> Term | NoAnswer:
        own = {copied(each, node): each for each in self.system.location(node.location).symbols}
        mentioned = variables_of(formula)
        rigid = frozenset(self.system.parameters)
        foreign = [each for each in mentioned if each not in own and each is not control(node) and each not in rigid]
        cleaned = clean(formula, control(node), foreign, self.solvers, budget)
        return cleaned if isinstance(cleaned, NoAnswer) else substitute(cleaned, own)
