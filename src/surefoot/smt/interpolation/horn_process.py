"""Horn clauses solved in a child process: Spacer may abort its process and rarely checks limits.

The parent writes clauses to the child's standard input and reads the answer from its output;
terms are rows (`logic.transport`).
"""

import math
import pickle
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from tempfile import TemporaryFile

from surefoot.base.budget import Budget
from surefoot.base.process_tree import wait_for
from surefoot.base.records import dataclass
from surefoot.logic import PackedTerms, Term, pack, unpack
from surefoot.logic.horn import Application, Clause
from surefoot.smt.contracts import TIME_LIMIT, NoAnswer
from surefoot.smt.interpolation.horn import horn_solution

_Shape = tuple[str, int]
"""A relation, and how many arguments it has."""


@dataclass(frozen=True, slots=True)
class _Question:
    """Relations and clauses without their terms, and the terms in order."""

    relations: tuple[_Shape, ...]
    clauses: tuple[tuple[tuple[_Shape, ...], _Shape | None], ...]
    terms: PackedTerms
    is_guided: bool


def horn_solution_apart(
    relations: Mapping[str, Sequence[Term]],
    clauses: Sequence[Clause],
    budget: Budget,
    *,
    seconds: float = math.inf,
    is_guided: bool = False,
) -> Mapping[str, Term] | NoAnswer:
    """Solve as `horn_solution` does, in a child process that may use ``seconds`` of CPU time."""
    with TemporaryFile() as question, TemporaryFile() as answer:
        pickle.dump(_packed(relations, clauses, is_guided=is_guided), question)
        question.seek(0)
        child = subprocess.Popen(
            [sys.executable, "-m", "surefoot.smt.interpolation.horn_process"],
            stdin=question,
            stdout=answer,
            stderr=subprocess.DEVNULL,
        )
        if not wait_for(child, seconds, budget):
            return NoAnswer(TIME_LIMIT if budget.is_over() else f"spacer found no solution in {seconds:g} s")
        if child.returncode:
            return NoAnswer(f"spacer ended with code {child.returncode}")
        answer.seek(0)
        found: PackedTerms | str = pickle.load(answer)  # noqa: S301 - our own child wrote it
    if isinstance(found, str):
        return NoAnswer(found)
    return dict(zip(relations, unpack(found), strict=True))


def _packed(relations: Mapping[str, Sequence[Term]], clauses: Sequence[Clause], *, is_guided: bool) -> _Question:
    terms = [term for own in relations.values() for term in own]
    shapes: list[tuple[tuple[_Shape, ...], _Shape | None]] = []
    for clause in clauses:
        terms += [term for each in clause.body for term in each.arguments]
        terms.append(clause.constraint)
        terms += clause.head.arguments if clause.head else ()
        shapes.append((tuple(map(_shape, clause.body)), _shape(clause.head) if clause.head else None))
    return _Question(tuple((name, len(own)) for name, own in relations.items()), tuple(shapes), pack(terms), is_guided)


def _shape(application: Application) -> _Shape:
    return application.relation, len(application.arguments)


def _unpacked(question: _Question) -> tuple[dict[str, tuple[Term, ...]], list[Clause]]:
    terms = iter(unpack(question.terms))

    def applied(shape: _Shape) -> Application:
        return Application(shape[0], tuple(islice(terms, shape[1])))

    relations = {name: tuple(islice(terms, count)) for name, count in question.relations}
    clauses: list[Clause] = []
    for body, head in question.clauses:
        stated = tuple(map(applied, body))
        constraint = next(terms)
        clauses.append(Clause(stated, constraint, applied(head) if head else None))
    return relations, clauses


def main() -> None:
    """Answer the question on standard input."""
    question: _Question = pickle.load(sys.stdin.buffer)  # noqa: S301 - our own parent wrote it
    relations, clauses = _unpacked(question)
    found = horn_solution(relations, clauses, Budget(), is_guided=question.is_guided)
    answer = found.reason if isinstance(found, NoAnswer) else pack(found[name] for name in relations)
    pickle.dump(answer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
