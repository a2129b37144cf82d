"""Case splits: applied only if solvers confirm each split, with the same answer."""

from collections.abc import MutableMapping, Sequence

import pytest

from limits import override
from surefoot.base.budget import Budget
from surefoot.discharge import case_by_case
from surefoot.discharge.limits import LIMITS
from surefoot.discharge.obligation import Discharged, Obligation, Refuted
from surefoot.discharge.strategy import discharge
from surefoot.logic import BOOL, Op, Term, and_, bit_vector, bv, bvadd, bvult, eq, ite, not_, postorder, variable
from surefoot.logic.rewriting import RewritingLog
from surefoot.logic.transformations.splits import with_split_comparisons
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory()
START, OTHER = variable("start", bit_vector(32)), variable("other", bit_vector(32))
CONDITIONS = [variable(f"c{number}", BOOL) for number in range(6)]


def counted() -> Term:
    """Return ``START`` and how many of the conditions hold."""
    total = START
    for condition in CONDITIONS:
        total = ite(condition, bvadd(total, bv(1, 32)), total)
    return total


def compared(formula: Term) -> set[Term]:
    return {term for term in postorder([formula]) if term.op is Op.EQ}


def no_facts(_formula: Term) -> Sequence[Term]:
    return ()


def test_a_confirmed_split_replaces_the_formula() -> None:
    (split,) = case_by_case.with_confirmed_splits([eq(counted(), OTHER)], SOLVERS, Budget())
    assert compared(split) == {eq(bvadd(START, bv(number, 32)), OTHER) for number in range(7)}


def test_refuted_split_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(term: Term, memo: MutableMapping[Term, Term], log: RewritingLog) -> Term:
        found = with_split_comparisons(term, memo, log)
        log.note(Op.EQ, (START, OTHER), None, eq(START, bvadd(OTHER, bv(1, 32))))
        return found

    monkeypatch.setattr(case_by_case, "with_split_comparisons", wrong)
    formula = eq(counted(), OTHER)
    assert case_by_case.with_confirmed_splits([formula], SOLVERS, Budget())[0] is formula


@pytest.mark.parametrize(("most", "expected"), [(6, Discharged), (5, Refuted)])
def test_case_split_preserves_the_answer(most: int, expected: type) -> None:
    too_many = not_(bvult(counted(), bv(most + 1, 32)))
    part = Obligation("the sum is too large", and_(eq(START, bv(0, 32)), too_many))
    with override(LIMITS, first_seconds=1e-9, growth=1e10):  # no solver decides it at once
        found = discharge([part], no_facts, SOLVERS, Budget.seconds(50))
    assert isinstance(found, expected)
    if isinstance(found, Refuted):
        assert found.description.startswith("the sum is too large")
