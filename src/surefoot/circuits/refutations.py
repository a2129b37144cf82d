"""Checker of refutations by reverse unit propagation (RUP; proof formats DRUP and DRAT without
preprocessing).

A clause follows from earlier ones if assuming the negation of its literals and propagating units
makes some clause false. Deletions in a proof are ignored: what follows from fewer clauses
follows from more.
"""

import re
from collections.abc import Iterable, Sequence

from surefoot.base.budget import Budget
from surefoot.base.errors import OutOfBudget

_STEP = re.compile(r"(?P<deletion>d\s)?(?P<literals>(\s*-?[1-9]\d*)*)\s*\b0")


class NoRefutation(Exception):
    """A proof step that does not follow; the message names it."""


def derived_clauses(lines: Iterable[str]) -> Iterable[list[int]]:
    """Parse the clauses that a textual proof derives, one a line; skip deletions.

    Raises `NoRefutation` for anything else.
    """
    for line in lines:
        step = _STEP.fullmatch(line.strip())
        if step is None:
            raise NoRefutation(f"this is no step of a proof: {line.strip()[:40]!r}")
        if step["deletion"] is None:
            yield [int(each) for each in step["literals"].split()]


class RefutationChecker:
    """Clause database of the checker, with the trail of literals that unit propagation fixes at the
    root.

    A clause is watched at its first two literals and visited when one of them becomes false.
    """

    def __init__(self) -> None:
        self._watching: dict[int, list[list[int]]] = {}
        """Clauses by watched literal, visited when the literal becomes false."""
        self._true: set[int] = set()
        self._trail: list[int] = []
        self._done = 0
        self.is_contradictory = False

    def add(self, clause: Sequence[int]) -> None:
        """Take ``clause`` for granted."""
        if self.is_contradictory:
            return
        true = self._true
        literals = [each for each in dict.fromkeys(clause) if -each not in true]
        if any(each in true or -each in literals for each in literals):
            return
        if len(literals) > 1:
            for literal in literals[:2]:
                self._watching.setdefault(literal, []).append(literals)
            return
        for literal in literals:
            self._assume(literal)
        self.is_contradictory = not literals or not self._propagate()

    def require(self, clause: Sequence[int], budget: Budget) -> None:
        """Raise `NoRefutation` unless ``clause`` follows, and `OutOfBudget` if that takes too long."""
        if self.is_contradictory:
            return
        if budget.is_over():
            raise OutOfBudget("no time to follow the refutation")
        kept, done = len(self._trail), self._done
        follows = False
        for literal in clause:
            if literal in self._true:
                follows = True
                break
            if -literal not in self._true:
                self._assume(-literal)
        follows = follows or not self._propagate()
        for literal in self._trail[kept:]:
            self._true.remove(literal)
        del self._trail[kept:]
        self._done = done
        if not follows:
            raise NoRefutation(f"a step does not follow by unit propagation: {' '.join(map(str, clause))} 0")

    def derive(self, clauses: Iterable[Sequence[int]], budget: Budget) -> None:
        """Add ``clauses``, each of which must follow from those before it.

        The empty clause, which ends a proof under assumptions, is ignored. Raises
        `NoRefutation`.
        """
        for clause in clauses:
            if clause:
                self.require(clause, budget)
                self.add(clause)

    def _assume(self, literal: int) -> None:
        self._true.add(literal)
        self._trail.append(literal)

    def _propagate(self) -> bool:
        """Propagate units; return false if a clause became false."""
        true, trail, watching = self._true, self._trail, self._watching
        while self._done < len(trail):
            false = -trail[self._done]
            self._done += 1
            clauses = watching.get(false)
            if not clauses:
                continue
            kept: list[list[int]] = []
            for place, clause in enumerate(clauses):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if first in true:
                    kept.append(clause)
                    continue
                for at in range(2, len(clause)):
                    other = clause[at]
                    if -other not in true:
                        clause[1], clause[at] = other, false
                        watching.setdefault(other, []).append(clause)
                        break
                else:
                    kept.append(clause)
                    if -first in true:
                        watching[false] = kept + clauses[place + 1 :]
                        return False
                    true.add(first)
                    trail.append(first)
            watching[false] = kept
        return True
