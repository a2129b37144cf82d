"""Checker of certificates with ring lemmas: lemmas are multiplied out, the rest is decided without
products.

Obligations are abstracted in three degrees: only the Boolean structure, then also comparisons
without products, then all comparisons with symbols for products and divisions. If the lemmas do not
suffice for that, the obligations are discharged with their products. No code is shared with
`discharge.product_abstraction`, which finds the lemmas.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.certify.kernel.finding import Accepted, Finding, Unconfirmed, finding_of
from surefoot.certify.kernel.ring_arithmetic import is_identity
from surefoot.certify.limits import LIMITS
from surefoot.discharge.obligation import Obligation
from surefoot.discharge.strategy import discharge
from surefoot.discharge.system_solver import RelevantFacts
from surefoot.evidence.certificates import REWRITING
from surefoot.logic import BOOL, Op, Symbol, SymbolKind, Term, fold, rebuild, variable, variables_of
from surefoot.logic.ring.lemmas import RingLemma
from surefoot.smt.contracts import Unsat, Use
from surefoot.smt.registry import SolverFactory
from surefoot.systems.control.system import ControlSystem


def wrong_lemma(system: ControlSystem, ring: Mapping[str, Sequence[RingLemma]]) -> str | None:
    """Return why the first wrong lemma is no identity, or not about the symbols of its location."""
    for name, lemmas in ring.items():
        if name not in system:
            return f"the program has no location {name}"
        location = system.location(name)
        symbols = {*location.symbols, *location.inputs, *system.parameters}
        for number, lemma in enumerate(lemmas, start=1):
            which = f"ring lemma {number} for the edges from {name}"
            is_known = symbols.issuperset(variables_of(*_terms(lemma)))
            if not is_known or any(each.sort is not BOOL for each in lemma.conditions):
                return f"{which} mentions a symbol that does not exist there"
            if not is_identity(lemma):
                return f"{which} is not an identity when multiplied out"
    return None


def discharge_with(
    ring: Mapping[str, Sequence[RingLemma]],
    obligations: Sequence[Obligation],
    system: ControlSystem,
    solvers: SolverFactory,
    budget: Budget,
) -> Finding:
    """Discharge `obligations` by solvers other than the finder.

    Requires: the lemmas of `ring` are true.
    """
    if not obligations:
        return Accepted(REWRITING)
    clauses = [lemma.clause for lemmas in ring.values() for lemma in lemmas]
    facts = RelevantFacts(system).new_for(*(each.formula for each in obligations))
    rest: Sequence[Obligation] = ()
    for name in solvers.confirming:
        rest = _not_refuted(obligations, [*facts, *clauses], name, solvers, budget)
        if not rest:
            return Accepted(name)
    exact = finding_of(discharge(obligations, lambda _: [*facts, *clauses], solvers, budget))
    if isinstance(exact, Unconfirmed):
        return Unconfirmed(f"the ring lemmas do not refute that {rest[0].description}; {exact.reason}")
    return exact


def _not_refuted(
    obligations: Sequence[Obligation], known: Sequence[Term], name: str, solvers: SolverFactory, budget: Budget
) -> Sequence[Obligation]:
    """Return the obligations that the solver `name` does not refute from `known` without products."""
    for replaces in (_any_comparison, _comparison_with_products, _product):
        budget.spend()
        memo: dict[Term, Term] = {}
        with closing(solvers.open_confirming(name, Use.INCREMENTAL, budget.at_most(LIMITS.ring_seconds))) as solver:
            for formula in known:
                solver.add(_abstracted(formula, replaces, memo))
            obligations = [
                each
                for each in obligations
                if not isinstance(
                    solver.check([_abstracted(each.formula, replaces, memo)], purpose="certificate"), Unsat
                )
            ]
        if not obligations:
            break
    return obligations


def _terms(lemma: RingLemma) -> list[Term]:
    premises = [term for each in lemma.premises for term in (each.equation.left, each.equation.right, each.multiplier)]
    return [*lemma.conditions, *premises, lemma.conclusion.left, lemma.conclusion.right]


_Replaces = Callable[[Term, bool], bool]
"""Predicate: a symbol replaces the term; the flag says whether a subterm was replaced."""


def _abstracted(formula: Term, replaces: _Replaces, memo: dict[Term, Term]) -> Term:
    """Return `formula` with a symbol for each term that `replaces` selects, the same for equal
    terms.
    """

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
    """Return whether `term` is an atom that compares other sorts than Bool."""
    match term.op:
        case Op.NOT | Op.AND | Op.OR | Op.CONSTANT | Op.VARIABLE:
            return False
        case Op.ITE | Op.EQ:
            return term.sort is BOOL and term.args[-1].sort is not BOOL
        case _:
            return term.sort is BOOL
