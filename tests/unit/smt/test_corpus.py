"""The corpus of terms and formulas, decided by every solver."""

import pytest

from corpus.terms import CORPUS, Labelled
from surefoot.base.budget import Budget
from surefoot.logic import Op, Term
from surefoot.smt.contracts import NoAnswer, Sat, Unsat, Use
from surefoot.smt.model_checking import CheckedSolver
from surefoot.smt.registry import open_solver


@pytest.mark.parametrize("use", list(Use), ids=lambda use: use.value)
@pytest.mark.parametrize("labelled", CORPUS, ids=lambda labelled: labelled.name.replace(" ", "_"))
def test_every_solver_decides_the_corpus(name: str, labelled: Labelled, use: Use) -> None:
    solver = CheckedSolver(open_solver(name, Budget.seconds(20), use=use))
    solver.add(labelled.formula)
    answer = solver.check()
    if name in labelled.undecided_by:
        assert isinstance(answer, NoAnswer)
        assert f"{name} does not decide" in answer.reason
    else:
        assert isinstance(answer, Sat if labelled.satisfiable else Unsat)
    solver.close()


def test_the_corpus_uses_every_operator() -> None:
    used: set[Op] = set()
    seen: set[Term] = set()
    stack = [labelled.formula for labelled in CORPUS]
    while stack:
        term = stack.pop()
        if term not in seen:
            seen.add(term)
            used.add(term.op)
            stack.extend(term.args)
    assert set(Op) - used == set()


def test_names_in_the_corpus_are_unique() -> None:
    assert len({labelled.name for labelled in CORPUS}) == len(CORPUS)
