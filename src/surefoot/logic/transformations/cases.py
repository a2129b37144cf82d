"""Case splits of formulas: ``a and (b or c)`` has the common part ``a`` and the cases ``b`` and
``c``.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from surefoot.logic.constructors.constants import FALSE, TRUE
from surefoot.logic.constructors.core import and_, not_, or_
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.terms import Term


def parts_of_conjunction(formula: Term) -> list[Term]:
    """Return the operands of a nested conjunction in order, each once; none for the constant true."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [formula]
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if part.op is Op.AND:
            stack.extend(reversed(part.args))
        elif part is not TRUE:
            found[part] = None
    return list(found)


def conjuncts_of(formula: Term) -> list[Term]:
    """Return formulas whose conjunction is ``formula``: no conjunctions and no negated
    disjunctions.
    """
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
    """Return formulas whose disjunction is ``formula``: no disjunctions and no negated
    conjunctions.
    """
    return [not_(part) for part in conjuncts_of(not_(formula))]


def cases_of(formula: Term) -> tuple[list[Term], list[Term]]:
    """Return the conjuncts common to all cases, and the cases.

    Common conjuncts decide most of the repeated conditions of later checks: contradicted
    alternatives are dropped, and choices with one alternative become facts.

    Ensures: formula = and(*common) and or(*cases); the number of cases is at most the size of the
      formula
    """
    stated = conjuncts_of(formula)
    facts, choices = _facts_and_choices(stated, frozenset())
    if not choices:
        return facts, [TRUE]
    others, choice = _without_largest(choices)
    certain = frozenset({*stated, *facts})
    cases: list[Term] = []
    stack: list[tuple[tuple[Term, ...], Term]] = [((), each) for each in reversed(choice)]
    while stack:
        before, case = stack.pop()
        own, choices = _facts_and_choices(conjuncts_of(case), certain)
        if not choices:
            cases.append(and_(*before, *own))
        else:
            rest, choice = _without_largest(choices)
            stack.extend(((*before, *own, *rest), each) for each in reversed(choice))
    return [*facts, *dict.fromkeys(others)], [case for case in dict.fromkeys(cases) if case is not FALSE]


def _without_largest(choices: Sequence[Sequence[Term]]) -> tuple[list[Term], Sequence[Term]]:
    """Return the conjunction of all ``choices`` but the one with the most alternatives, and that
    one.
    """
    place = max(range(len(choices)), key=lambda number: len(choices[number]))
    return [or_(*choice) for number, choice in enumerate(choices) if number != place], choices[place]


class _Alternative(NamedTuple):
    """One disjunct: ``parts`` are its conjuncts, ``excluding`` the negations of the parts and of
    the formula.
    """

    formula: Term
    parts: Sequence[Term]
    excluding: Sequence[Term]


def _facts_and_choices(stated: Sequence[Term], certain: AbstractSet[Term]) -> tuple[list[Term], list[list[Term]]]:
    """Split ``stated`` into facts and choices, given that all of ``certain`` holds.

    A stated choice is itself certain for the larger choices that contain it.

    Ensures: and(*certain) implies  and(*stated) = and(*facts) and or(*choice) for all choices
    """
    waiting = [_alternatives(part) for part in stated]
    known = {TRUE, *(part for part, choice in zip(stated, waiting, strict=True) if len(choice) > 1)}
    facts: dict[Term, None] = {}
    for _ in range(LIMITS.case_split_passes):
        has_grown = False
        choices, waiting = waiting, []
        for choice in choices:
            if any(all(part in known or part in certain for part in each.parts) for each in choice):
                continue
            rest = [each for each in choice if not any(other in known or other in certain for other in each.excluding)]
            if not rest:
                return [FALSE], []
            if len(rest) > 1:
                waiting.append(rest)
                continue
            has_grown = True
            [(fact, parts, _)] = rest
            if len(parts) > 1:
                waiting += map(_alternatives, parts)
            else:
                known.add(fact)
                facts[fact] = None
        if not has_grown:
            break
    return list(facts), [[each.formula for each in choice] for choice in waiting]


def _alternatives(formula: Term) -> list[_Alternative]:
    """Return the disjuncts of ``formula``."""
    found: list[_Alternative] = []
    for each in disjuncts_of(formula):
        parts = conjuncts_of(each)
        found.append(_Alternative(each, parts, [not_(each), *map(not_, parts)]))
    return found
