"""Formulas as cases that are looked at one by one: `a and (b or c)` has what is common to them, `a`, and the cases `b` and `c`."""

from collections.abc import Sequence

from surefoot.logic.core import and_, not_
from surefoot.logic.operators import Op
from surefoot.logic.terms import Term


def conjuncts_of(formula: Term) -> list[Term]:
    """Formulas whose conjunction ``formula`` is, none of which is a conjunction or the negation of a disjunction."""
    found: list[Term] = []
    stack = [formula]
    while stack:
        part = stack.pop()
        if part.op is Op.AND:
            stack.extend(reversed(part.args))
        elif part.op is Op.NOT and part.args[0].op is Op.OR:
            stack.extend(not_(each) for each in reversed(part.args[0].args))
        else:
            found.append(part)
    return found


def disjuncts_of(formula: Term) -> list[Term]:
    """Formulas whose disjunction ``formula`` is, none of which is a disjunction or the negation of a conjunction."""
    return [not_(part) for part in conjuncts_of(not_(formula))]


def cases_of(formula: Term) -> tuple[list[Term], list[Term]]:
    """What is common to all cases, and the cases.

    Ensures  formula = and(*common) and or(*cases); there are at most as many cases as the formula has parts
    """
    common, choice = _with_largest_choice(formula)
    if len(choice) == 1:
        return [*common, *choice], [and_()]
    cases: list[Term] = []
    stack: list[tuple[tuple[Term, ...], Term]] = [((), each) for each in reversed(choice)]
    while stack:
        before, case = stack.pop()
        rest, choice = _with_largest_choice(case)
        if len(choice) == 1:
            cases.append(and_(*before, case))
        else:
            stack.extend(((*before, *rest), each) for each in reversed(choice))
    return common, list(dict.fromkeys(cases))


def _with_largest_choice(formula: Term) -> tuple[list[Term], Sequence[Term]]:
    """The conjuncts of ``formula`` but for the one with the most disjuncts, and those."""
    parts = conjuncts_of(formula)
    choices = [disjuncts_of(part) for part in parts]
    place = max(range(len(parts)), key=lambda number: len(choices[number]))
    return [part for number, part in enumerate(parts) if number != place], choices[place]
