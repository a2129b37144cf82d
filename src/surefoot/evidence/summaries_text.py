"""Text form of procedure summaries.

```
(summaries)
(at "fib called"
  (invariant term))
(at "fib returns"
  (invariant term))
```

Terms are over the parameters of the relations of the program's Horn clauses, by their readable
names.
"""

from collections.abc import Callable, Iterator, Sequence

from surefoot.evidence.certificates import Summaries
from surefoot.logic import BOOL, Term
from surefoot.logic.horn import HornSystem
from surefoot.logic.smtlib import Atom, Expression, Group, Parser, distinct_names, print_term, problem, unquoted
from surefoot.systems.control.text.words import quoted, read_string


def relation_names(system: HornSystem, relation: str) -> dict[Term, str]:
    """Return the names of the parameters of ``relation`` in formulas."""
    symbols = system.relations[relation]
    return dict(zip(symbols, distinct_names(symbol.payload for symbol in symbols), strict=True))


def print_summaries(
    certificate: Summaries, system: HornSystem, comment: Callable[[str, Term], str] | None
) -> Iterator[str]:
    """Yield the lines of ``certificate``, which `read_summaries` reads back."""
    yield "(summaries)"
    for name in system.relations:
        names = relation_names(system, name)
        lines = [f"(at {quoted(name)}"]
        for formula in certificate.formulas.get(name, ()):
            note = " ".join(comment(name, formula).split()) if comment is not None else ""
            lines += [f"; {note}"] if note else []
            lines.append(f"(invariant {print_term(formula, names)})")
        if len(lines) > 1:
            yield "\n  ".join(lines) + ")"


def read_summaries(parts: Sequence[Expression], solver: str, system: HornSystem) -> Summaries:
    """Return the certificate in ``parts``. Raises `InputError` with the line of what is malformed."""
    formulas: dict[str, tuple[Term, ...]] = {}
    for part in parts:
        match part:
            case Group(line, [Atom("at"), place, *stated]):
                name = read_string(place)
                if name not in system.relations:
                    raise problem(line, f"the program has no {name}; there are: {', '.join(system.relations)}")
                names = {unquoted(known): symbol for symbol, known in relation_names(system, name).items()}
                found = tuple(_formula(each, Parser(dict(names)), name) for each in stated)
                formulas[name] = (*formulas.get(name, ()), *found)
            case Group(line) | Atom(_, line):
                raise problem(line, "expected (at point ...)")
    return Summaries(formulas, solver)


def _formula(expression: Expression, parser: Parser, place: str) -> Term:
    match expression:
        case Group(line, [Atom("invariant"), written]):
            term = parser.term(written)
            if term.sort is not BOOL:
                raise problem(line, f"the invariant for {place} is of {term.sort}, not a formula")
            return term
        case Group(line) | Atom(_, line):
            raise problem(line, f"expected an invariant for {place}")
