"""Text form of rankings: ``(ranking wraps)``, and the rank of each location beside its invariants.

```
(ranking wraps 1)                       treatment of signed overflow, and the k and options of the proof
(at "main:12"
  (rank term ...)                       the most significant component first
  (invariant term))
(returns "f returns" term ...)          what calls of a recursive function satisfy when they return
```
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from surefoot.base.errors import InputError
from surefoot.evidence.certificates import KInductive, Overflow, Ranking
from surefoot.logic import BitVecSort, Term
from surefoot.logic.smtlib import Atom, Expression, Group, Parser, distinct_names, print_term, problem, unquoted
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.control.text import quoted, read_string

Names = Callable[[ControlSystem, str], dict[Term, str]]
"""Names of state variables and parameters at a location."""


def print_rank(certificate: Ranking, name: str, names: dict[Term, str]) -> Iterator[str]:
    """Yield the rank of the location `name` as text."""
    if name in certificate.ranks:
        yield f"(rank {' '.join(print_term(term, names) for term in certificate.ranks[name])})"


def print_summaries_of_calls(certificate: Ranking, relations: Mapping[str, tuple[Term, ...]]) -> Iterator[str]:
    """Yield the summaries of a ranking as text; `relations` has their parameters."""
    for name, formulas in certificate.summaries.items():
        names = _names(relations[name])
        yield f"(returns {quoted(name)} {' '.join(print_term(term, names) for term in formulas)})"


def split_summaries(
    parts: Sequence[Expression], relations: Callable[[], Mapping[str, tuple[Term, ...]]]
) -> tuple[dict[str, tuple[Term, ...]], list[Expression]]:
    """Return the summaries in `parts`, and the other parts."""
    summaries: dict[str, tuple[Term, ...]] = {}
    others: list[Expression] = []
    for part in parts:
        match part:
            case Group(line, [Atom("returns"), place, *formulas]):
                name, known = read_string(place), relations()
                if name not in known or name in summaries:
                    raise problem(line, f"there is no {name}, or it has a summary already")
                parser = Parser({unquoted(text): symbol for symbol, text in _names(known[name]).items()})
                summaries[name] = tuple(parser.term(each) for each in formulas)
            case _:
                others.append(part)
    return summaries, others


def _names(parameters: Sequence[Term]) -> dict[Term, str]:
    return dict(zip(parameters, distinct_names(symbol.payload for symbol in parameters), strict=True))


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


def ranking(
    ranks: dict[str, tuple[Term, ...]], overflow: Overflow, proof: object, summaries: dict[str, tuple[Term, ...]]
) -> Ranking:
    """Return the ranking with `ranks`. Raises `InputError` if `proof` is not k-inductive."""
    if not isinstance(proof, KInductive):
        raise InputError("a ranking needs a k-inductive proof")
    return Ranking(ranks, overflow, proof, summaries)


def _is_rank(expression: Expression) -> bool:
    return isinstance(expression, Group) and expression.items[:1] == [Atom("rank", expression.line)]


def _word(expression: Expression, names: dict[str, Term]) -> Term:
    term = Parser(dict(names)).term(expression)
    if not isinstance(term.sort, BitVecSort):
        raise problem(expression.line, f"a component of a rank is of {term.sort}, not a word")
    return term
