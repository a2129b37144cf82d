"""Selection of displayed invariants: the informative ones, in the form that C reads best."""

from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.invariants.loop_invariants import awkwardness, irredundant
from surefoot.logic import Term, bit_vector, bv, bvsle, bvule, eq, not_, variable
from surefoot.program.ctypes import CInteger
from surefoot.program.program import Role, Variable
from surefoot.smt.registry import SolverFactory

SIGNED, UNSIGNED, TEMPORARY = (variable(name, bit_vector(32)) for name in "iut")
NAMES = {
    SIGNED: Variable(SIGNED, "i", CInteger("int", 32, signed=True), Role.LOCAL, None),
    UNSIGNED: Variable(UNSIGNED, "u", CInteger("unsigned", 32, signed=False), Role.LOCAL, None),
}


def kept(*formulas: Term) -> list[Term]:
    with closing(SolverFactory().new()) as solver:
        return irredundant(formulas, solver, lambda each: awkwardness(NAMES, each), Budget.seconds(20))


def number(value: int) -> Term:
    return bv(value, 32)


def test_only_the_tightest_bounds_remain() -> None:
    assert kept(
        bvsle(SIGNED, number(7)), bvsle(SIGNED, number(9)), bvsle(number(-3), SIGNED), bvsle(number(-4), SIGNED)
    ) == [
        bvsle(SIGNED, number(7)),
        bvsle(number(-3), SIGNED),
    ]


def test_bounds_follow_the_order_of_the_type() -> None:
    low, high, unsigned = bvsle(number(0), SIGNED), bvsle(SIGNED, number(7)), bvule(SIGNED, number(7))
    assert kept(unsigned, low, high) == [low, high]
    low, high, unsigned = bvsle(number(0), UNSIGNED), bvsle(UNSIGNED, number(7)), bvule(UNSIGNED, number(7))
    assert kept(low, high, unsigned) == [unsigned]


def test_relations_precede_bounds_and_bounds_precede_equations() -> None:
    assert kept(bvsle(SIGNED, UNSIGNED), eq(SIGNED, number(3)), bvsle(SIGNED, number(3)), eq(UNSIGNED, number(4))) == [
        eq(SIGNED, number(3)),
        eq(UNSIGNED, number(4)),
    ]
    assert kept(eq(SIGNED, UNSIGNED), bvsle(SIGNED, number(3)), bvsle(UNSIGNED, number(3))) == [
        eq(SIGNED, UNSIGNED),
        bvsle(SIGNED, number(3)),
        bvsle(UNSIGNED, number(3)),
    ]


def test_independent_invariants_remain() -> None:
    formulas = [not_(eq(SIGNED, number(0))), bvsle(TEMPORARY, number(5)), bvule(UNSIGNED, number(5))]
    assert kept(*formulas) == formulas
