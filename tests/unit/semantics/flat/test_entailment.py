"""Syntactic entailment: soundness, and simple cases."""

import itertools
import random

import pytest

from surefoot.logic import BOOL, TRUE, Term, and_, evaluate, not_, or_, variable
from surefoot.semantics.flat.entailment import follows

ATOMS = [variable(name, BOOL) for name in "abcd"]
A, B, C, D = ATOMS


def formula(choose: random.Random, depth: int) -> Term:
    if depth == 0:
        return choose.choice(ATOMS)
    parts = [formula(choose, depth - 1) for _ in range(choose.randint(2, 3))]
    return choose.choice((and_(*parts), or_(*parts), not_(parts[0])))


@pytest.mark.parametrize("seed", range(300))
def test_entailment_is_sound(seed: int) -> None:
    choose = random.Random(seed)
    premise, conclusion = formula(choose, 2), formula(choose, 2)
    if follows(conclusion, premise):
        for values in itertools.product((False, True), repeat=len(ATOMS)):
            model = dict(zip(ATOMS, values, strict=True))
            assert not evaluate(premise, model) or evaluate(conclusion, model)


@pytest.mark.parametrize(
    ("conclusion", "premise"),
    [
        (TRUE, A),
        (A, and_(and_(B, A), C)),
        (or_(A, D), and_(B, A)),
        (and_(A, B), and_(and_(B, C), A)),
        (not_(A), not_(or_(A, B))),
        (not_(and_(A, B)), and_(C, not_(B))),
    ],
)
def test_plain_cases(conclusion: Term, premise: Term) -> None:
    assert follows(conclusion, premise)


def test_rejected_entailments() -> None:
    assert not follows(A, or_(A, B))
    assert not follows(and_(A, B), A)
