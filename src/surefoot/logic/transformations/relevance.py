"""Relevance filter: of formulas that are instances of one shape, the instances that share terms
with a question.

A statement about all elements of an array is a conjunction of instances, one for each element; a
question about one element mostly needs its instance alone. A large value with many occurrences,
such as the element at an unknown index, counts as one thing whatever its parts; a condition does
not, and is about the values in it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from surefoot.logic.constructors.core import or_
from surefoot.logic.limits import LIMITS
from surefoot.logic.operators import Op
from surefoot.logic.sorts import BOOL
from surefoot.logic.terms import Term
from surefoot.logic.transformations.cases import conjuncts_of, disjuncts_of
from surefoot.logic.walk import fold, postorder

_LEAVES: Final = frozenset({Op.CONSTANT, Op.VARIABLE})


class Relevance:
    """Relevance of ``formulas`` to each of ``questions``."""

    def __init__(self, formulas: Sequence[Term], questions: Sequence[Term]) -> None:
        instances = list(dict.fromkeys(part for formula in formulas for part in _instances(formula)))
        self._things = _Things([*instances, *questions])
        self._needs: dict[Term, frozenset[Term]] = {}
        """Things that a question must mention for a formula to be relevant."""
        for group in _alike(instances):
            if len(group) <= LIMITS.relevant_alike:
                self._needs |= dict.fromkeys(group, frozenset())
                continue
            about = {formula: self._things.of(formula) for formula in group}
            everywhere = frozenset.intersection(*about.values())
            self._needs |= {formula: own - everywhere for formula, own in about.items()}

    def to(self, question: Term, distance: int = 0) -> list[Term]:
        """Return formulas relevant to ``question``, each implied by one of the given formulas.

        Distance 1 adds formulas about things that occur together with a thing of the question,
        such as the next element; larger distances iterate this.
        """
        about = self._things.of(question)
        for _ in range(distance):
            about = about.union(*(needs for needs in self._needs.values() if not needs.isdisjoint(about)))
        return [formula for formula, needs in self._needs.items() if needs <= about]


def _instances(formula: Term) -> Iterable[Term]:
    """Return formulas whose conjunction is ``formula``:  a or (b1 and ... and bn)  is  (a or b1)
    and ... and (a or bn).
    """
    parts = disjuncts_of(formula)
    conjunctions = [conjuncts_of(part) for part in parts]
    place = max(range(len(parts)), key=lambda number: len(conjunctions[number]))
    if len(conjunctions[place]) <= LIMITS.relevant_alike:
        return (formula,)
    others = [part for number, part in enumerate(parts) if number != place]
    return (or_(*others, each) for each in conjunctions[place])


class _Things:
    """Things that formulas are about: variables, constants, and large values with many occurrences
    in ``formulas``.
    """

    def __init__(self, formulas: Sequence[Term]) -> None:
        places: dict[Term, int] = {}
        terms = postorder(formulas)
        for term in terms:
            for argument in term.args:
                places[argument] = places.get(argument, 0) + 1
        self._values: set[Term] = set()
        for term in terms:
            if places.get(term, 0) > LIMITS.relevant_alike and term.sort is not BOOL and self._is_made_of_many(term):
                self._values.add(term)

    def _is_made_of_many(self, value: Term) -> bool:
        return sum(thing.op is not Op.CONSTANT for thing in self.of(value)) > LIMITS.relevant_alike

    def of(self, formula: Term) -> frozenset[Term]:
        """Return the things that ``formula`` is about."""
        found: set[Term] = set()
        seen: set[Term] = set()
        stack = [formula]
        while stack:
            term = stack.pop()
            if term in seen:
                continue
            seen.add(term)
            if term.op in _LEAVES or term in self._values:
                found.add(term)
            else:
                stack.extend(term.args)
        return frozenset(found)


def _alike(formulas: Iterable[Term]) -> Iterable[list[Term]]:
    """Group formulas by shape: terms of one shape have the same operators, up to the order of
    arguments.
    """
    numbers: dict[tuple[object, ...], int] = {}
    memo: dict[Term, int] = {}

    def number(term: Term, below: Iterable[int]) -> int:
        kind = () if term.op in _LEAVES else (term.payload,)
        return numbers.setdefault((term.op, term.sort, *kind, *sorted(below)), len(numbers))

    groups: dict[int, list[Term]] = {}
    for formula in formulas:
        groups.setdefault(fold(formula, number, memo), []).append(formula)
    return groups.values()
