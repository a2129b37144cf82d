"""Narrowed words: words that are only copied, incremented, compared and stored need fewer bits, as
`logic.fewer_bits` argues.
"""

import random
from collections.abc import Sequence
from contextlib import closing
from itertools import combinations, pairwise

import pytest

from surefoot.base.budget import Budget
from surefoot.discharge.obligation import Discharged, Obligation, Refuted
from surefoot.discharge.strategy import discharge
from surefoot.logic import (
    BOOL,
    ArraySort,
    BitVecSort,
    Evaluator,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvmul,
    bvslt,
    bvult,
    constant_array,
    eq,
    ite,
    not_,
    or_,
    postorder,
    select,
    store,
    variable,
)
from surefoot.logic.transformations.fewer_bits import with_fewer_bits
from surefoot.smt.contracts import Sat
from surefoot.smt.registry import SolverFactory

SOLVERS = SolverFactory()


def words(count: int, width: int) -> list[Term]:
    return [variable(f"word{number}", bit_vector(width)) for number in range(count)]


def widths(formulas: Sequence[Term]) -> set[int]:
    return {term.sort.width for term in postorder(formulas) if isinstance(term.sort, BitVecSort)}


def is_satisfiable(formulas: Sequence[Term]) -> bool:
    with closing(SOLVERS.new()) as solver:
        for formula in formulas:
            solver.add(formula)
        return isinstance(solver.check(purpose="test"), Sat)


def different(terms: Sequence[Term]) -> Term:
    return and_(*(not_(eq(first, second)) for first, second in combinations(terms, 2)))


@pytest.mark.parametrize(("count", "constants", "bits"), [(3, 1, 2), (4, 1, 3), (2, 2, 2), (3, 5, 3), (4, 5, 4)])
def test_pairwise_different_words_have_just_enough_values(count: int, constants: int, bits: int) -> None:
    compared = [*words(count, 32), *(bv(1000 * number + 7, 32) for number in range(constants))]
    formulas = with_fewer_bits([different(compared)])
    assert formulas is not None
    assert widths(formulas) == {bits}
    assert is_satisfiable(formulas)


@pytest.mark.parametrize(("count", "most"), [(2, 1), (3, 4), (5, 9)])
def test_sums_keep_their_distances(count: int, most: int) -> None:
    """Consecutive numbers at the largest distance from each other that occurs in the formula, and
    from zero.
    """
    first, *others = words(count, 32)
    chain = [eq(bvadd(first, bv(most, 32)), bv(0, 32))]
    chain += [
        eq(bvadd(second, bv(most, 32)), earlier) for earlier, second in zip([first, *others], others, strict=False)
    ]
    far = [not_(eq(bvadd(last, bv(other, 32)), first)) for last in others[1:] for other in range(most)]
    formulas = with_fewer_bits([*chain, *far])
    assert formulas is not None
    assert widths(formulas) == {((count + 1) * (most + 1) - 1).bit_length()}
    assert is_satisfiable(formulas)


def test_wrapping_is_preserved() -> None:
    """The successor of the largest word is zero at any width."""
    word = words(1, 32)[0]
    formulas = [eq(bvadd(word, bv(1, 32)), bv(0, 32)), eq(word, bv(2**32 - 1, 32))]
    shorter = with_fewer_bits(formulas)
    assert shorter is not None
    assert is_satisfiable(shorter)
    assert not is_satisfiable(with_fewer_bits([*formulas, eq(bvadd(word, bv(2, 32)), bv(0, 32))]) or ())


@pytest.mark.parametrize(
    "use", [lambda word: bvslt(word, bv(9, 32)), lambda word: eq(bvadd(word, words(2, 32)[1]), bv(0, 32))]
)
def test_words_with_other_operators_keep_their_width(use: object) -> None:
    assert callable(use)
    word, other, third = words(3, 32)
    assert with_fewer_bits([eq(word, other), use(word)]) is None
    shorter = with_fewer_bits([use(word), eq(third, bv(5, 32))])
    assert shorter is not None
    assert shorter[0] is use(word)


@pytest.mark.parametrize("closed", [0, 1])
def test_words_compared_with_unnarrowed_ones_keep_their_width(closed: int) -> None:
    pair = words(2, 32)
    assert with_fewer_bits([bvslt(pair[closed], bv(9, 32)), eq(*pair)]) is None


@pytest.mark.parametrize("offset", [-12, 12])
def test_distance_counts_in_both_directions(offset: int) -> None:
    word, other = words(2, 32)
    formulas = [eq(bvadd(word, bv(offset, 32)), other), not_(eq(word, other)), eq(word, bv(0, 32))]
    shorter = with_fewer_bits(formulas)
    assert shorter is not None
    assert widths(shorter) == {(3 * 13 - 1).bit_length()}
    assert is_satisfiable(shorter)


def test_far_constants_move_closer() -> None:
    """Any word fits between two of them, with a margin if something is added."""
    word, other = words(2, 32)
    assert widths(with_fewer_bits([eq(word, bv(2**31, 32)), eq(word, bv(77, 32))]) or ()) == {2}
    far = [eq(word, bv(2**31, 32)), eq(bvadd(word, bv(1, 32)), other), not_(eq(other, bv(2**31 + 1000, 32)))]
    shorter = with_fewer_bits(far)
    assert shorter is not None
    assert widths(shorter) == {4}
    assert is_satisfiable(shorter)


@pytest.mark.parametrize("count", [1, 3, 4, 7, 8])
def test_order_leaves_room_for_all_words_between_two_constants(count: int) -> None:
    low, high = bv(1000, 32), bv(2**20, 32)
    for first, last in ((bv(0, 32), low), (low, high), (high, bv(2**32 - 1, 32))):
        chain = [first, *words(count, 32), last]
        increasing = [bvult(earlier, later) for earlier, later in pairwise(chain)]
        all_constants = or_(variable("condition", BOOL), *(eq(chain[1], each) for each in (low, high)))
        shorter = with_fewer_bits([*increasing, all_constants])
        assert shorter is not None
        assert max(widths(shorter)) <= (3 * (count + 1)).bit_length()
        assert is_satisfiable(shorter)


def test_distances_of_near_constants_are_kept() -> None:
    """No word is between neighbours, and three words do not fit between four."""
    between = [bvult(bv(100, 32), each) for each in words(3, 32)] + [bvult(each, bv(103, 32)) for each in words(3, 32)]
    shorter = with_fewer_bits([*between, different(words(2, 32))])
    assert shorter is not None
    assert is_satisfiable(shorter)
    assert not is_satisfiable(with_fewer_bits([*between, different(words(3, 32))]) or ())


@pytest.mark.parametrize("width", [8, 62])
def test_adjacent_words_stay_adjacent(width: int) -> None:
    word, other = words(2, width)
    following = bvadd(word, bv(1, width))
    inside = [bvult(word, other), bvult(other, following)]
    assert with_fewer_bits(inside) is not None
    assert not is_satisfiable(with_fewer_bits(inside) or ())
    wraps = [bvult(following, word), not_(eq(following, bv(0, width)))]
    assert not is_satisfiable(with_fewer_bits(wraps) or ())
    assert is_satisfiable(with_fewer_bits(wraps[:1]) or ())


def test_indices_and_elements_of_arrays_are_narrowed() -> None:
    """Where links lead to the next number, following one from below a number does not lead beyond
    it.
    """
    index = bit_vector(62)
    links, data = variable("links", array_sort(index, index)), variable("data", array_sort(index, bit_vector(32)))
    here, end = words(2, 62)
    read = select(store(links, end, end), here)
    true = [bvult(here, end), eq(select(links, here), bvadd(here, bv(1, 62)))]
    shorter = with_fewer_bits([*true, eq(bvmul(select(data, read), bv(3, 32)), bv(1, 32))])
    assert shorter is not None
    assert widths(shorter) == {4, 32}
    assert is_satisfiable(shorter)
    assert not is_satisfiable(with_fewer_bits([*true, bvult(end, read)]) or ())


def test_offsets_count_where_arrays_compare_words() -> None:
    """A word plus four is another index and another element, without an explicit comparison."""
    array = variable("array", array_sort(bit_vector(32), bit_vector(32)))
    word, other, index = words(3, 32)
    further = bvadd(word, bv(4, 32))
    element = select(store(array, index, further), other)
    for different_ones in (
        [eq(index, other), eq(element, variable("copy", bit_vector(32))), not_(eq(element, word))],
        [not_(eq(select(array, further), select(array, word)))],
    ):
        shorter = with_fewer_bits(different_ones)
        assert shorter is not None
        assert is_satisfiable(shorter)


def test_compared_arrays_keep_their_width() -> None:
    sort = array_sort(bit_vector(8), bit_vector(1))
    one, other = variable("one", sort), variable("other", sort)
    word = words(1, 8)[0]
    formulas = [not_(eq(one, other)), eq(select(one, word), select(other, word))]
    assert with_fewer_bits(formulas) is None
    inside = array_sort(bit_vector(8), sort)
    nested = variable("nested", inside)
    assert with_fewer_bits([eq(select(select(nested, word), word), bv(1, 1)), eq(word, bv(5, 8))]) is None


class Formulas:
    """Random formulas over a few words and arrays of them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._width = self._random.choice([4, 5, 6, 8, 12])
        self._words = words(self._random.randint(1, 4), self._width)
        self._conditions = [variable(f"condition{number}", BOOL) for number in range(2)]
        self._adds, self._orders, self._indexes = (self._random.random() < often for often in (0.7, 0.5, 0.5))
        self._constants = [
            bv(self._random.choice([0, 1, 2, -1, self._random.randrange(256)]), self._width) for _ in range(3)
        ]
        self._arrays = [
            variable(f"array{number}", array_sort(bit_vector(self._width), bit_vector(self._width)))
            for number in range(2)
        ]

    def word(self, depth: int) -> Term:
        kind = self._random.random()
        if depth == 0 or kind < 0.3:
            return self._random.choice([*self._words, *self._constants])
        if kind < 0.5 and self._indexes:
            return select(self.array(depth - 1), self.word(depth - 1))
        if kind < 0.8 and self._adds:
            return bvadd(self.word(depth - 1), bv(self._random.choice([1, 1, 2, -1]), self._width))
        return ite(self.formula(depth - 1), self.word(depth - 1), self.word(depth - 1))

    def array(self, depth: int) -> Term:
        kind = self._random.random()
        if depth == 0 or kind < 0.3:
            return self._random.choice(self._arrays)
        if kind < 0.7:
            return store(self.array(depth - 1), self.word(depth - 1), self.word(depth - 1))
        if kind < 0.8:
            sort = self._arrays[0].sort
            assert isinstance(sort, ArraySort)
            return constant_array(sort, self.word(depth - 1))
        return ite(self.formula(depth - 1), self.array(depth - 1), self.array(depth - 1))

    def formula(self, depth: int) -> Term:
        kind = self._random.random()
        if depth == 0 or kind < 0.5:
            compared = bvult if self._orders and self._random.random() < 0.5 else eq
            words_or_not = [compared(self.word(depth), self.word(depth)), self._random.choice(self._conditions)]
            return self._random.choice(words_or_not)
        if kind < 0.65:
            return not_(self.formula(depth - 1))
        junction = and_ if kind < 0.85 else or_
        return junction(self.formula(depth - 1), self.formula(depth - 1))


@pytest.mark.parametrize("block", range(10))
def test_satisfiability_of_random_formulas_is_preserved(block: int) -> None:
    shortened = 0
    for seed in range(60 * block, 60 * block + 60):
        made = Formulas(seed)
        formulas = [made.formula(3) for _ in range(4)]
        shorter = with_fewer_bits(formulas)
        if shorter is not None:
            shortened += 1
            assert is_satisfiable(shorter) == is_satisfiable(formulas), seed
    assert shortened > 10


def no_facts(_formula: Term) -> Sequence[Term]:
    return ()


def test_confirming_solver_gets_fewer_bits_and_reports_full_values() -> None:
    """Counterexamples have the values of full width."""
    word, other = words(2, 32)
    right = Obligation("never", and_(eq(word, bv(70_000, 32)), eq(word, other), not_(eq(other, bv(70_000, 32)))))
    assert isinstance(discharge([right], no_facts, SOLVERS, Budget()), Discharged)

    def printed(values: Evaluator) -> str:
        assert values.value(word) == 70_000
        return str(values.value(word))

    wrong = Obligation("the words are", eq(word, bv(70_000, 32)), printed)
    found = discharge([right, wrong], no_facts, SOLVERS, Budget())
    assert isinstance(found, Refuted)
    assert "the words are 70000" in found.description
