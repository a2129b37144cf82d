"""Budgets: the strictest of all limits applies, on any clock."""

import pytest

from surefoot.base.budget import Budget, cpu_seconds
from surefoot.base.errors import OutOfBudget


def test_budget_without_a_limit_never_expires() -> None:
    assert Budget().remaining() is None and not Budget().is_over()


@pytest.mark.parametrize("inner", [5.0, 50.0])
def test_cpu_time_within_a_budget_of_another_clock(inner: float) -> None:
    outer = Budget(deadline=110.0, clock=lambda: 100.0)
    left = outer.at_most_cpu(inner).remaining()
    assert left is not None and (left <= 5.0 if inner == 5.0 else left == 10.0)


def test_inner_budget_ends_with_the_outer_one() -> None:
    over = Budget(deadline=100.0, clock=lambda: 100.0).at_most_cpu(1000.0).at_most(10.0)
    assert over.is_over() and over.remaining() == 0.0
    with pytest.raises(OutOfBudget):
        over.spend()


def test_used_cpu_time_expires() -> None:
    assert Budget().at_most_cpu(0.0).is_over()
    assert not Budget(cpu_seconds() + 1000.0, cpu_seconds).is_over()


def test_used_time_counts_from_the_start_of_the_work() -> None:
    before = cpu_seconds()
    assert Budget().begun >= before and Budget.seconds(5.0).begun >= before
    old = Budget(begun=before - 100.0)
    assert all(each.cpu_seconds_used() >= 100.0 for each in (old, old.at_most(5.0), old.at_most_cpu(5.0)))
