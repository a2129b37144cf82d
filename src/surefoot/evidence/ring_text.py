"""Text form of ring lemmas.

```
(at "main:11"
  (ring
    (when term ...)                       conditions, if there are any
    (equation left right multiplier)      none or more
    (so left right)))                     the conclusion
```

Terms are over the state variables and inputs of the location and the parameters of the system.
"""

from collections.abc import Iterator, Sequence

from surefoot.logic import Term
from surefoot.logic.ring.lemmas import Equation, Premise, RingLemma
from surefoot.logic.smtlib import Atom, Expression, Group, Parser, distinct_names, print_term, problem, unquoted
from surefoot.systems.control.system import ControlSystem
from surefoot.systems.control.text import read_string

_Lemmas = dict[str, tuple[RingLemma, ...]]


def print_lemmas(lemmas: Sequence[RingLemma], system: ControlSystem, name: str) -> Iterator[str]:
    """Yield ``lemmas`` about the edges from the location ``name``, one text each."""
    names = step_names(system, name)

    def group(word: str, *terms: Term) -> str:
        return f"({' '.join([word, *(print_term(term, names) for term in terms)])})"

    for lemma in lemmas:
        lines = ["(ring"]
        if lemma.conditions:
            lines.append(group("when", *lemma.conditions))
        lines += [
            group("equation", each.equation.left, each.equation.right, each.multiplier) for each in lemma.premises
        ]
        lines.append(group("so", lemma.conclusion.left, lemma.conclusion.right))
        yield "\n    ".join(lines) + ")"


def step_names(system: ControlSystem, name: str) -> dict[Term, str]:
    """Return the names of state variables, parameters and inputs in lemmas about the edges from the
    location ``name``.
    """
    location = system.location(name)
    symbols = (*location.symbols, *system.parameters, *location.inputs)
    return dict(zip(symbols, distinct_names(symbol.payload for symbol in symbols), strict=True))


def split_lemmas(parts: Sequence[Expression], system: ControlSystem) -> tuple[_Lemmas, list[Expression]]:
    """Return the ring lemmas of each location, and ``parts`` without them.

    Locations with ring lemmas only are dropped from ``parts``. Raises `InputError` with the line
    of what is malformed.
    """
    lemmas: _Lemmas = {}
    others: list[Expression] = []
    for part in parts:
        match part:
            case Group(_, [Atom("at"), place, *formulas]):
                own = [each for each in formulas if _is_lemma(each)]
                rest = [each for each in formulas if not _is_lemma(each)]
                name = read_string(place)
                if own and name in system:
                    names = step_names(system, name)
                    parser = Parser({unquoted(known): symbol for symbol, known in names.items()})
                    lemmas[name] = (*lemmas.get(name, ()), *(_lemma(each, parser) for each in own))
                if rest or not own or name not in system:
                    others.append(part._replace(items=[*part.items[:2], *rest]))
            case _:
                others.append(part)
    return lemmas, others


def _is_lemma(expression: Expression) -> bool:
    match expression:
        case Group(_, [Atom("ring"), *_]):
            return True
        case _:
            return False


def _lemma(expression: Expression, parser: Parser) -> RingLemma:
    match expression:
        case Group(_, [_, Group(_, [Atom("when"), *conditions]), *equations, Group(_, [Atom("so"), left, right])]):
            pass
        case Group(_, [_, *equations, Group(_, [Atom("so"), left, right])]):
            conditions = []
        case Group(line) | Atom(_, line):
            raise problem(line, "expected (ring (when ...) (equation left right multiplier) ... (so left right))")
    premises = []
    for equation in equations:
        match equation:
            case Group(_, [Atom("equation"), first, second, multiplier]):
                premises.append(Premise(Equation(parser.term(first), parser.term(second)), parser.term(multiplier)))
            case Group(line) | Atom(_, line):
                raise problem(line, "expected (equation left right multiplier)")
    conclusion = Equation(parser.term(left), parser.term(right))
    return RingLemma(tuple(parser.term(each) for each in conditions), tuple(premises), conclusion)
