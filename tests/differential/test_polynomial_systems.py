"""A sample of the campaign for ring lemmas; see `polynomial_campaign`."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from differential.polynomial_campaign import complaints, is_right, proof_of, shown_wrong, tampered
from differential.polynomial_systems import LOOP, draft_of
from surefoot.logic import TRUE, bit_vector, bv, bvadd, variable
from surefoot.logic.ring.lemmas import Equation, RingLemma

CHUNK = 50


@pytest.mark.parametrize("first", range(100_000, 100_200, CHUNK))
def test_random_loops_and_tampered_lemmas(first: int) -> None:
    counts: Counter[str] = Counter()
    assert [each for seed in range(first, first + CHUNK) for each in complaints(seed, counts)] == []
    assert counts["proofs"] and counts["tampered lemmas"]


def test_values_refute_wrong_lemmas_only() -> None:
    x = variable("x", bit_vector(4))
    right = RingLemma((), (), Equation(bvadd(x, bv(3, 4)), bvadd(bv(3, 4), x)))
    wrong = RingLemma((), (), Equation(bvadd(x, bv(3, 4)), x))
    assert not shown_wrong(right, Random(1))
    assert shown_wrong(wrong, Random(1))
    assert shown_wrong(tampered(right, Random(1)), Random(1))


def test_states_refute_a_wrong_certificate() -> None:
    found = None
    for seed in range(200):
        draft = draft_of(seed)
        if draft.width * len(draft.symbols) <= 9 and (found := proof_of(draft)) is not None and found.invariants:
            break
    assert found is not None
    assert is_right(draft, found)
    assert not is_right(draft, replace(found, invariants={LOOP: (TRUE,)}))
