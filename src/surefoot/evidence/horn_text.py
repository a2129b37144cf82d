"""Text form of solutions of Horn clauses, a definition for each relation, and of procedure
summaries.

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

from collections.abc import Callable, Iterator, Mapping, Sequence

from surefoot.evidence.certificates import Defined, Summaries
from surefoot.logic import BOOL, Term
from surefoot.logic.horn import HornSystem
from surefoot.logic.smtlib import (
    Atom,
    Expression,
    Group,
    Parser,
    distinct_names,
    print_sort,
    print_term,
    problem,
    unquoted,
)
from surefoot.logic.smtlib.names import written
from surefoot.systems.control.text import quoted, read_string


def print_definition(name: str, defined: Defined) -> str:
    """Return the relation ``name`` as a definition in SMT-LIB."""
    known = short_names(name, defined)
    declared = " ".join(f"({written(known[each])} {print_sort(each.sort)})" for each in defined.parameters)
    return f"(define-fun {written(name)} ({declared}) Bool {print_term(defined.formula, known)})"


def short_names(name: str, defined: Defined) -> dict[Term, str]:
    """Return the names of the parameters of the relation ``name``, without its prefix if they are
    unique.
    """
    spelt = distinct_names(symbol.payload for symbol in defined.parameters)
    short = [text.removeprefix(f"{name}.") for text in spelt]
    return dict(zip(defined.parameters, short if len(set(short)) == len(short) else spelt, strict=True))


def read_solution(
    definitions: Sequence[Expression], relations: Mapping[str, tuple[Term, ...]], line: int
) -> dict[str, Defined]:
    """Return the definitions of ``relations``, over their parameters. Raises `InputError` with the
    line of what is malformed.
    """
    names = {unquoted(name): name for name in relations}
    found: dict[str, Defined] = {}
    for definition in definitions:
        match definition:
            case Group(here, [Atom("define-fun"), Atom(text), Group(_, parameters), Atom("Bool"), body]):
                name = names.get(text)
                if name is None or name in found:
                    raise problem(here, f"expected one definition for each relation of the clauses, not {text}")
                found[name] = _defined(here, text, parameters, body, relations[name])
            case Group(here) | Atom(_, here):
                raise problem(here, "expected the definition of a relation")
    if missing := [name for name in relations if name not in found]:
        raise problem(line, f"there is no definition of {', '.join(missing)}")
    return found


def _defined(
    line: int, name: str, parameters: Sequence[Expression], body: Expression, symbols: tuple[Term, ...]
) -> Defined:
    declared: list[str] = []
    for parameter, symbol in zip(parameters, symbols, strict=False):
        match parameter:
            case Group(_, [Atom(text), sort]) if Parser({}).sort(sort) is symbol.sort and text not in declared:
                declared.append(text)
            case _:
                raise problem(line, f"the parameters of {name} are not those of the clauses")
    if len(parameters) != len(symbols):
        raise problem(line, f"{name} has {len(symbols)} parameters in the clauses, not {len(parameters)}")
    formula = Parser(dict(zip(declared, symbols, strict=True))).term(body)
    if formula.sort is not BOOL:
        raise problem(line, f"{name} is defined as a term of {formula.sort}, not as a formula")
    return Defined(symbols, formula)


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
