"""Control systems with a location for every statement, as textbooks draw programs; variables are 32 bits wide."""

from collections.abc import Mapping

from corpus.small_systems import error, system_of
from surefoot.logic import (
    TRUE,
    Symbol,
    SymbolKind,
    Term,
    and_,
    bit_vector,
    bv,
    bvadd,
    bvneg,
    bvsge,
    bvsle,
    bvslt,
    eq,
    not_,
    variable,
)
from surefoot.systems.control.system import ENTRY, ControlSystem, Edge

WIDTH = 32
ZERO, ONE = bv(0, WIDTH), bv(1, WIDTH)


def word(name: str) -> Term:
    """Return a state variable."""
    return variable(Symbol(SymbolKind.STATE, name, 0, name), bit_vector(WIDTH))


ROUND, N, X, K = word("i"), word("n"), word("x"), word("k")
ANY = variable(Symbol(SymbolKind.CHOICE, "any", 0, "any"), bit_vector(WIDTH))
CHOICE = variable(Symbol(SymbolKind.CHOICE, "choice", 0, "choice"), bit_vector(WIDTH))


def step(source: str, target: str, variables: Mapping[Term, Term], guard: Term = TRUE, **changes: Term) -> Edge:
    """Return an edge that keeps ``variables`` but for ``changes``, which are named after them."""
    update = {symbol: changes.get(str(symbol.payload), value) for symbol, value in variables.items()}
    return Edge(source, target, guard, update)


def foo(*, is_safe: bool = True) -> ControlSystem:
    """Return the graph of the following program, with x = -i at 5 unless ``is_safe``.

    1: i = x = 0;  2: while (i < n) { 3: if (i <= 2) 4: x = 0; else 5: x = i;  6: i++; }  7: if
    (x < 0) 8: error;  9: return;
    """
    same = {ROUND: ROUND, N: N, X: X}
    return system_of(
        [
            Edge(ENTRY, "2", TRUE, {ROUND: ZERO, N: ANY, X: ZERO}),
            step("2", "3", same, bvslt(ROUND, N)),
            step("2", "7", same, not_(bvslt(ROUND, N))),
            step("3", "4", same, bvsle(ROUND, bv(2, WIDTH))),
            step("3", "5", same, not_(bvsle(ROUND, bv(2, WIDTH)))),
            step("4", "6", same, x=ZERO),
            step("5", "6", same, x=ROUND if is_safe else bvneg(ROUND)),
            step("6", "2", same, i=bvadd(ROUND, ONE)),
            step("7", "9", same, bvsge(X, ZERO)),
            Edge("7", error(), bvslt(X, ZERO)),
        ]
    )


def count_to_five() -> ControlSystem:
    """Return ``i = 0; while (i < 5) i++; if (i == 5) error``: it is."""
    same = {ROUND: ROUND}
    five = bv(5, WIDTH)
    return system_of(
        [
            Edge(ENTRY, "1", TRUE, {ROUND: ZERO}),
            step("1", "2", same, bvslt(ROUND, five)),
            step("2", "1", same, i=bvadd(ROUND, ONE)),
            step("1", "3", same, not_(bvslt(ROUND, five))),
            step("3", "5", same, not_(eq(ROUND, five))),
            Edge("3", error(), eq(ROUND, five)),
        ]
    )


def nested() -> ControlSystem:
    """Return a loop in a loop that counts with k, which is never negative as long as it is less than 100."""
    same = {K: K}
    more = eq(CHOICE, ZERO)
    return system_of(
        [
            Edge(ENTRY, "1", TRUE, {K: ZERO}),
            step("1", "2", same, more),
            step("2", "3", same),
            step("3", "4", same, more),
            step("4", "3", same, k=bvadd(K, ONE), guard=bvslt(K, bv(100, WIDTH))),
            step("3", "5", same, not_(more)),
            step("5", "1", same),
            step("1", "6", same, not_(more)),
            step("6", "8", same, bvsge(K, ZERO)),
            Edge("6", error(), bvslt(K, ZERO)),
        ]
    )


def self_loop() -> ControlSystem:
    """Return ``x = 0; while (*) y++``: a step that stays where x is 0, and x is never anything else."""
    y = word("y")
    return system_of(
        [
            Edge(ENTRY, "1", TRUE, {X: ZERO, y: ANY}),
            Edge("1", "1", eq(CHOICE, ZERO), {X: X, y: bvadd(y, ONE)}),
            Edge("1", error(), and_(not_(eq(CHOICE, ZERO)), not_(eq(X, ZERO)))),
        ]
    )
