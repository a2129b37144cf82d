"""Relevance of similar conjuncts: those over the symbols and constants of the obligation."""

from surefoot.logic import (
    BOOL,
    Term,
    and_,
    array_sort,
    bit_vector,
    bv,
    bvadd,
    bvult,
    eq,
    implies,
    ite,
    not_,
    select,
    variable,
)
from surefoot.logic.limits import LIMITS
from surefoot.logic.transformations.relevance import Relevance

WIDTH = 8
WORD = bit_vector(WIDTH)
AT, N, D = (variable(name, WORD) for name in "ind")
A = variable("a", array_sort(WORD, WORD))
MANY = range(1, LIMITS.relevant_alike + 4)  # 0 < i is i != 0, which is not alike


def element(place: int) -> Term:
    return select(A, bv(place, WIDTH))


def smaller(place: int) -> Term:
    return implies(bvult(bv(place, WIDTH), AT), bvult(element(place), D))


def differ(one: int, other: int) -> Term:
    return not_(eq(element(one), element(other)))


def test_element_needs_its_own_instance() -> None:
    question = bvult(D, element(5))
    assert Relevance([*map(smaller, MANY), bvult(AT, N)], [question]).to(question) == [smaller(5), bvult(AT, N)]


def test_obligation_about_two_elements_needs_the_instance_for_both() -> None:
    pairs = [differ(one, other) for one in MANY for other in MANY if one < other]
    question = eq(element(2), element(9))
    found = Relevance([*pairs, *map(smaller, MANY)], [question]).to(question)
    assert found == [differ(2, 9), smaller(2), smaller(9)]


def test_variables_distinguish_instances() -> None:
    cells = [variable(f"cell {number}", WORD) for number in MANY]
    question = eq(cells[3], D)
    assert Relevance([bvult(cell, D) for cell in cells], [question]).to(question) == [bvult(cells[3], D)]


def test_few_similar_conjuncts_are_no_instances() -> None:
    few = [smaller(place) for place in MANY[: LIMITS.relevant_alike]]
    question = variable("b", BOOL)
    assert Relevance(few, [question]).to(question) == few


def test_terms_of_all_instances_need_not_occur_in_the_obligation() -> None:
    question = bvult(element(3), N)
    assert Relevance([smaller(place) for place in MANY], [question]).to(question) == [smaller(3)]


def test_repeated_term_is_one_feature() -> None:
    """The cell at ``i`` is a choice among all cells; an obligation that compares it with one of
    them is about that one.
    """
    cells = [variable(f"cell {number}", WORD) for number in MANY]
    chosen = cells[0]
    for number, cell in zip(MANY, cells, strict=True):
        chosen = ite(eq(AT, bv(number, WIDTH)), cell, chosen)
    known = [bvult(cell, chosen) for cell in cells]
    question = eq(cells[4], chosen)
    assert Relevance(known, [question]).to(question) == [known[4]]


def test_repeated_condition_counts_by_its_parts() -> None:
    """An instance for each smaller number contains 9 < ``i``, which an obligation about two
    elements need not contain.
    """
    pairs = [
        implies(bvult(bv(other, WIDTH), bvadd(AT, N)), differ(one, other))
        for other in MANY
        for one in MANY
        if one < other
    ]
    question = eq(element(2), element(9))
    assert Relevance(pairs, [question]).to(question) == [implies(bvult(bv(9, WIDTH), bvadd(AT, N)), differ(2, 9))]


def test_repeated_choice_counts_by_its_parts() -> None:
    """The content of a cell after a write elsewhere: the obligation is about its earlier content."""
    cells = [variable(f"cell {number}", WORD) for number in MANY]
    written = [ite(eq(AT, bv(number, WIDTH)), D, cell) for number, cell in zip(MANY, cells, strict=True)]
    pairs = [not_(eq(one, other)) for place, other in enumerate(cells) for one in cells[:place]]
    questions = [eq(one, other) for place, other in enumerate(written) for one in written[:place]]
    question = eq(written[2], written[9])
    assert question in questions
    assert Relevance(pairs, questions).to(question) == [not_(eq(cells[2], cells[9]))]


def test_conclusions_of_implications_are_split() -> None:
    some = variable("some", BOOL)
    question = bvult(D, element(5))
    known = implies(some, and_(*map(smaller, MANY)))
    assert Relevance([known], [question]).to(question) == [implies(some, smaller(5))]


def test_neighbours_have_a_distance() -> None:
    def ordered(place: int) -> Term:
        return bvult(element(place), element(place + 1))

    question = bvult(D, element(5))
    relevance = Relevance([*map(ordered, MANY), *map(smaller, MANY)], [question])
    assert relevance.to(question) == [smaller(5)]
    assert relevance.to(question, 1) == [ordered(4), ordered(5), smaller(4), smaller(5), smaller(6)]
