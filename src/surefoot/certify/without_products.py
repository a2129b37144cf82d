"""Checks parts of a proof with ring lemmas: the lemmas by multiplying out, the rest by a solver that sees no products.

A part that is excluded although its products and divisions may have any value is excluded. If the lemmas do not suffice for that, the solver gets the products, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from surefoot.budget import Budget
from surefoot.certify.confirm import Accepted, Exclusion, Finding, Rejected, Unconfirmed, excluded
from surefoot.certify.ring_arithmetic import is_identity
from surefoot.logic import BOOL, Op, Symbol, SymbolKind, Term, fold, rebuild, variable, variables_of
from surefoot.logic.ring_lemmas import RingLemma
from surefoot.solvers.registry import SolverFactory
from surefoot.systems.control.solving import RelevantFacts
from surefoot.systems.control.system import ControlSystem

SECONDS_WITHOUT_PRODUCTS = 20.0
"""How long solvers may take without products before they get them."""


def wrong_lemma(system: ControlSystem, ring: Mapping[str, Sequence[RingLemma]]) -> str | None:
    """What is wrong with the first lemma that is no identity, or not about what its edges are about."""
    for name, lemmas in ring.items():
        if name not in system:
            return f"the program has no location {name}"
        location = system.location(name)
        symbols = {*location.symbols, *location.inputs, *system.parameters}
        for number, lemma in enumerate(lemmas, start=1):
            if not symbols.issuperset(variables_of(*_terms(lemma))) or any(
                each.sort is not BOOL for each in lemma.conditions
            ):
                return f"ring lemma {number} for the edges from {name} is not about what is known there"
            if not is_identity(lemma):
                return f"ring lemma {number} for the edges from {name} does not hold when it is multiplied out"
    return None


def excluded_with(
    ring: Mapping[str, Sequence[RingLemma]],
    parts: Sequence[Exclusion],
    system: ControlSystem,
    solvers: SolverFactory,
    budget: Budget,
) -> Finding:
    """Whether another solver agrees with all of ``parts``, given lemmas that are true."""
    clauses = [lemma.clause for lemmas in ring.values() for lemma in lemmas]
    memo: dict[Term, Term] = {}
    simple = [replace(part, formula=_without_products(part.formula, memo), which=None) for part in parts]
    simple_clauses = [_without_products(clause, memo) for clause in clauses]
    share = budget.at_most(SECONDS_WITHOUT_PRODUCTS)
    first = excluded(simple, lambda formula: [*_facts(system, formula), *simple_clauses], solvers, share)
    if isinstance(first, Accepted):
        return first
    budget.spend()
    exact = excluded(parts, lambda formula: [*_facts(system, formula), *clauses], solvers, budget)
    if isinstance(exact, Unconfirmed) and isinstance(first, Rejected):
        return Unconfirmed(f"the ring lemmas do not show what they should: {first.reason}, as far as they tell")
    return exact


def _facts(system: ControlSystem, formula: Term) -> list[Term]:
    return RelevantFacts(system).new_for(formula)


def _terms(lemma: RingLemma) -> list[Term]:
    premises = [term for each in lemma.premises for term in (each.equation.left, each.equation.right, each.multiplier)]
    return [*lemma.conditions, *premises, lemma.conclusion.left, lemma.conclusion.right]


def _without_products(formula: Term, memo: dict[Term, Term]) -> Term:
    """``formula`` with a symbol in place of each product of unknowns and each division by one, the same for the same operands."""

    def replaced(term: Term, args: list[Term]) -> Term:
        is_product = term.op is Op.BVMUL and Op.CONSTANT not in {each.op for each in term.args}
        is_division = term.op in {Op.BVUDIV, Op.BVUREM, Op.BVSDIV, Op.BVSREM} and term.args[1].op is not Op.CONSTANT
        if is_product or is_division:
            return variable(Symbol(SymbolKind.AUXILIARY, "any value", term.id, f"any value {term.id}"), term.sort)
        return rebuild(term, tuple(args)) if args and tuple(args) != term.args else term

    return fold(formula, replaced, memo)
