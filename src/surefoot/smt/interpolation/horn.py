"""Solutions of Horn clauses by Spacer. A result is unchecked; callers check it."""

import re
from collections.abc import Mapping, Sequence
from contextlib import closing

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError
from surefoot.logic import BOOL, FunctionSymbol, SortError, Term, fold, variables_of
from surefoot.logic.horn import Clause
from surefoot.logic.smtlib import parse_term
from surefoot.smt.adapters.native_library import LacksCapability, constant_name
from surefoot.smt.contracts import NO_LIMITS, NoAnswer, Use

_WITHOUT_ZERO = re.compile(r"\b(bv[us](?:div|rem|mod))_i\b")
"""Z3's names for divisions whose divisor is not zero; read as the ordinary operators."""


def horn_solution(
    relations: Mapping[str, Sequence[Term]], clauses: Sequence[Clause], budget: Budget, *, is_guided: bool = False
) -> Mapping[str, Term] | NoAnswer:
    """Return for each relation a formula over its parameter variables that should satisfy
    ``clauses``.

    With ``is_guided``, Spacer generalises lemmas by all of its lemmas, which is mostly better
    for integers.
    """
    from surefoot.smt.adapters.z3 import Z3Library

    memo: dict[Term, object] = {}
    with closing(Z3Library(NO_LIMITS, Use.INCREMENTAL)) as library:

        def natives(terms: Sequence[Term]) -> list[object]:
            return [fold(term, library.build, memo) for term in terms]

        try:
            rules = [
                (
                    natives(clause.variables),
                    [(each.relation, natives(each.arguments)) for each in clause.body],
                    natives([clause.constraint])[0],
                    clause.head.relation if clause.head else None,
                    natives(clause.head.arguments if clause.head else ()),
                )
                for clause in clauses
            ]
            parameters = {name: natives(own) for name, own in relations.items()}
        except LacksCapability as lack:
            return NoAnswer(str(lack))
        texts = library.solve_horn(parameters, rules, budget, is_guided=is_guided)
    if isinstance(texts, NoAnswer):
        return texts
    return read_formulas(texts, relations)


def eliminate_forall(formula: Term, bound: Sequence[Term], budget: Budget) -> Term | NoAnswer:
    """Eliminate the universally quantified variables ``bound`` from ``formula``; the result is
    unchecked.
    """
    from surefoot.smt.adapters.z3 import Z3Library

    memo: dict[Term, object] = {}
    with closing(Z3Library(NO_LIMITS, Use.INCREMENTAL)) as library:
        try:
            native = fold(formula, library.build, memo)
            text = library.eliminate_forall(native, [fold(each, library.build, memo) for each in bound], budget)
        except LacksCapability as lack:
            return NoAnswer(str(lack))
    if isinstance(text, NoAnswer):
        return text
    free = [each for each in variables_of(formula) if each not in set(bound)]
    found = read_formulas({"": text}, {"": free})
    return found if isinstance(found, NoAnswer) else found[""]


def read_formulas(texts: Mapping[str, str], symbols: Mapping[str, Sequence[Term]]) -> Mapping[str, Term] | NoAnswer:
    """Parse ``texts`` as formulas, each over its own ``symbols``."""
    found: dict[str, Term] = {}
    for name, text in texts.items():
        names: dict[str, Term | FunctionSymbol] = {constant_name(each): each for each in symbols[name]}
        try:
            found[name] = parse_term(_WITHOUT_ZERO.sub(r"\1", text), names)
        except (InputError, SortError) as failure:
            return NoAnswer(f"an answer cannot be read: {failure}")
        if found[name].sort is not BOOL:
            return NoAnswer("an answer is no formula")
    return found
