"""Formulas for relations that satisfy Horn clauses, from Spacer. What comes back is no more than a claim: whoever asked checks it."""

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
"""Divisions of which Z3 knows that they are not by zero: whoever checks what it says need not know."""


def horn_solution(
    relations: Mapping[str, Sequence[Term]], clauses: Sequence[Clause], budget: Budget, *, is_guided: bool = False
) -> Mapping[str, Term] | NoAnswer:
    """A formula for each relation over its parameters, which are given as variables, that should satisfy ``clauses``.

    With ``is_guided``, Spacer looks at all of its lemmas when it generalises one: mostly better for integers.
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


def without_universals(formula: Term, bound: Sequence[Term], budget: Budget) -> Term | NoAnswer:
    """A formula that should be equivalent to ``formula`` for all values of ``bound``, by quantifier elimination."""
    from surefoot.smt.adapters.z3 import Z3Library

    memo: dict[Term, object] = {}
    with closing(Z3Library(NO_LIMITS, Use.INCREMENTAL)) as library:
        try:
            native = fold(formula, library.build, memo)
            text = library.without_universals(native, [fold(each, library.build, memo) for each in bound], budget)
        except LacksCapability as lack:
            return NoAnswer(str(lack))
    if isinstance(text, NoAnswer):
        return text
    free = [each for each in variables_of(formula) if each not in set(bound)]
    found = read_formulas({"": text}, {"": free})
    return found if isinstance(found, NoAnswer) else found[""]


def read_formulas(texts: Mapping[str, str], symbols: Mapping[str, Sequence[Term]]) -> Mapping[str, Term] | NoAnswer:
    """The formulas that ``texts`` say, each about its own ``symbols``."""
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
