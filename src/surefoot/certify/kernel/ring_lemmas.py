"""Checks parts of a proof with ring lemmas: the lemmas by multiplying out, the rest by a solver that sees no products.

A part that is excluded although what is left out of its formula may have any value is excluded. A solver first sees only how the comparisons of a formula are joined, then those
in which nothing is multiplied, then all of them with any value for products and divisions. If the lemmas do not suffice for that, solvers get the products, too.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Accepted, Finding, Unconfirmed, finding_of
from surefoot.certify.kernel.ring_arithmetic import is_identity
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import BOOL, Op, Symbol, SymbolKind, Term, fold, rebuild, variable, variables_of
from surefoot.logic.ring.lemmas import RingLemma
from surefoot.smt.contracts import Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem

SECONDS_WITHOUT_PRODUCTS = 5.0
"""How long each solver may take for formulas of one kind before it gets the next."""


def wrong_lemma(system: ControlSystem, ring: Mapping[str, Sequence[RingLemma]]) -> str | None:
    """What is wrong with the first lemma that is no identity, or not about what its edges are about."""
    for name, lemmas in ring.items():
        if name not in system:
            return f"the program has no location {name}"
        location = system.location(name)
        symbols = {*location.symbols, *location.inputs, *system.parameters}
        for number, lemma in enumerate(lemmas, start=1):
            which = f"ring lemma {number} for the edges from {name}"
            is_known = symbols.issuperset(variables_of(*_terms(lemma)))
            if not is_known or any(each.sort is not BOOL for each in lemma.conditions):
                return f"{which} is not about what is known there"
            if not is_identity(lemma):
                return f"{which} does not hold when it is multiplied out"
    return None


def excluded_with(
    ring: Mapping[str, Sequence[RingLemma]],
    parts: Sequence[Obligation],
    system: ControlSystem,
    solvers: SolverFactory,
    budget: Budget,
) -> Finding:
    """Whether another solver agrees with all of ``parts``, given lemmas that are true."""
    if not parts:
        return Accepted(REWRITING)
    clauses = [lemma.clause for lemmas in ring.values() for lemma in lemmas]
    facts = RelevantFacts(system).new_for(*(part.formula for part in parts))
    doubtful: Sequence[Obligation] = ()
    for name in solvers.others:
        doubtful = _not_excluded(parts, [*facts, *clauses], name, solvers, budget)
        if not doubtful:
            return Accepted(name)
    exact = finding_of(discharge(parts, lambda _: [*facts, *clauses], solvers, budget))
    if isinstance(exact, Unconfirmed):
        return Unconfirmed(f"the ring lemmas do not exclude that {doubtful[0].description}; {exact.reason}")
    return exact


def _not_excluded(
    parts: Sequence[Obligation], known: Sequence[Term], name: str, solvers: SolverFactory, budget: Budget
) -> Sequence[Obligation]:
    """Those of ``parts`` that the solver ``name`` does not exclude from what is ``known`` without products."""
    for replaces in (_any_comparison, _comparison_with_products, _product):
        budget.spend()
        memo: dict[Term, Term] = {}
        with closing(solvers.other(name, Use.INCREMENTAL, budget.at_most(SECONDS_WITHOUT_PRODUCTS))) as solver:
            for formula in known:
                solver.add(_abstracted(formula, replaces, memo))
            parts = [
                part
                for part in parts
                if not isinstance(
                    solver.check([_abstracted(part.formula, replaces, memo)], purpose="certificate"), Unsat
                )
            ]
        if not parts:
            break
    return parts


def _terms(lemma: RingLemma) -> list[Term]:
    premises = [term for each in lemma.premises for term in (each.equation.left, each.equation.right, each.multiplier)]
    return [*lemma.conditions, *premises, lemma.conclusion.left, lemma.conclusion.right]


_Replaces = Callable[[Term, bool], bool]
"""Whether a symbol stands for a term, given whether something was replaced in it."""


def _abstracted(formula: Term, replaces: _Replaces, memo: dict[Term, Term]) -> Term:
    """``formula`` with symbols for what ``replaces`` says, the same symbol for the same term."""

    def replaced(term: Term, args: list[Term]) -> Term:
        is_changed = tuple(args) != term.args
        if replaces(term, is_changed):
            return variable(Symbol(SymbolKind.AUXILIARY, "any value", term.id, f"any value {term.id}"), term.sort)
        return rebuild(term, tuple(args)) if is_changed else term

    return fold(formula, replaced, memo)


def _any_comparison(term: Term, _is_changed: bool) -> bool:  # noqa: FBT001 - as all of them
    return _is_comparison(term)


def _comparison_with_products(term: Term, is_changed: bool) -> bool:  # noqa: FBT001
    return _product(term, is_changed) or (is_changed and _is_comparison(term))


def _product(term: Term, _is_changed: bool) -> bool:  # noqa: FBT001
    match term.op:
        case Op.BVMUL:
            return Op.CONSTANT not in {each.op for each in term.args}
        case Op.BVUDIV | Op.BVUREM | Op.BVSDIV | Op.BVSREM:
            return term.args[1].op is not Op.CONSTANT
        case _:
            return False


def _is_comparison(term: Term) -> bool:
    """Whether ``term`` is true or false because of what is no formula."""
    match term.op:
        case Op.NOT | Op.AND | Op.OR | Op.CONSTANT | Op.VARIABLE:
            return False
        case Op.ITE | Op.EQ:
            return term.sort is BOOL and term.args[-1].sort is not BOOL
        case _:
            return term.sort is BOOL
