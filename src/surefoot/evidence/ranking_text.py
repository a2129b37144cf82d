"""Text form of rankings: ``(ranking wraps)``, and the rank of each location beside its invariants.

```
(ranking wraps 1)                       treatment of signed overflow, and the k and options of the proof
(at "main:12"
  (rank term ...)                       the most significant component first
  (invariant term))
```
"""

from collections.abc import Callable, Iterator, Sequence

from surefoot.base.errors import InputError
from surefoot.evidence.certificates import KInductive, Overflow, Ranking
from surefoot.logic import BitVecSort, Term
from surefoot.logic.smtlib import Atom, Expression, Group, Parser, print_term, problem, unquoted
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.control.text import read_string

Names = Callable[[ControlSystem, str], dict[Term, str]]
"""Names of state variables and parameters at a location."""


def print_rank(certificate: Ranking, name: str, names: dict[Term, str]) -> Iterator[str]:
    """Yield the rank of the location `name` as text."""
    if name in certificate.ranks:
        yield f"(rank {' '.join(print_term(term, names) for term in certificate.ranks[name])})"


def read_overflow(expression: Expression) -> Overflow:
    """Return the treatment of signed overflow; raises `InputError` with the line if there is none."""
    if isinstance(expression, Atom):
        for each in Overflow:
            if each.value == expression.text:
                return each
    raise problem(expression.line, f"expected one of {', '.join(each.value for each in Overflow)}")


def read_ranks(
    parts: Sequence[Expression], system: ControlSystem, names_at: Names
) -> tuple[dict[str, tuple[Term, ...]], list[Expression]]:
    """Return the ranks in `parts`, and what else these have."""
    ranks: dict[str, tuple[Term, ...]] = {}
    others: list[Expression] = []
    for part in parts:
        match part:
            case Group(line, [Atom("at") as at, place, *formulas]):
                name = read_string(place)
                rest = [each for each in formulas if not _is_rank(each)]
                for each in formulas:
                    if isinstance(each, Group) and _is_rank(each):
                        if name not in system or name in ranks:
                            raise problem(line, f"there is no location {name}, or it has a rank already")
                        known = {unquoted(text): symbol for symbol, text in names_at(system, name).items()}
                        ranks[name] = tuple(_word(term, known) for term in each.items[1:])
                others.append(Group(line, [at, place, *rest]))
            case _:
                others.append(part)
    return ranks, others


def ranking(ranks: dict[str, tuple[Term, ...]], overflow: Overflow, proof: object) -> Ranking:
    """Return the ranking with `ranks`. Raises `InputError` if `proof` is not k-inductive."""
    if not isinstance(proof, KInductive):
        raise InputError("a ranking needs a k-inductive proof")
    return Ranking(ranks, overflow, proof)


def _is_rank(expression: Expression) -> bool:
    return isinstance(expression, Group) and expression.items[:1] == [Atom("rank", expression.line)]


def _word(expression: Expression, names: dict[str, Term]) -> Term:
    term = Parser(dict(names)).term(expression)
    if not isinstance(term.sort, BitVecSort):
        raise problem(expression.line, f"a component of a rank is of {term.sort}, not a word")
    return term
