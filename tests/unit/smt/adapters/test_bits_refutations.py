"""With refutations enabled every answer has one, also where enumeration would decide."""

import pytest

from surefoot.base.budget import Budget
from surefoot.circuits import truth_tables
from surefoot.logic import BOOL, not_, variable
from surefoot.smt.adapters.bits import BitsLibrary, checked_bits
from surefoot.smt.adapters.native_library import Satisfiability
from surefoot.smt.contracts import NO_LIMITS, Use


def answer(library: BitsLibrary) -> object:
    literal = variable("p", BOOL)
    held = library.build(literal, [])
    library.require(held)
    return library.check([library.build(not_(literal), [held])], Budget())


def test_enumeration_is_disabled_with_refutations(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def noted(*question: object) -> None:
        tried.append(question)

    monkeypatch.setattr(truth_tables, "satisfying", noted)
    assert answer(BitsLibrary(NO_LIMITS, Use.INCREMENTAL)) is Satisfiability.UNSATISFIABLE
    assert len(tried) == 1
    assert answer(checked_bits(NO_LIMITS, Use.INCREMENTAL)) is Satisfiability.UNSATISFIABLE
    assert len(tried) == 1
