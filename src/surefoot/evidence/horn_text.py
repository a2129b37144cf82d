"""Text form of solutions of Horn clauses: a definition for each relation."""

from collections.abc import Mapping, Sequence

from surefoot.evidence.certificates import Defined
from surefoot.logic import BOOL, Term
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
