"""Printer of control systems."""

from collections.abc import Iterator, Mapping, Sequence

from surefoot.logic import Term
from surefoot.logic.smtlib import distinct_names, print_definitions, print_sort
from surefoot.systems.control.system import ControlSystem, Edge, Error, Exit, Location
from surefoot.systems.control.text.words import quoted, span_text, word_of


def print_system(system: ControlSystem, comments: Sequence[str] = ()) -> str:
    """Return ``system`` as text that `parse_system` reads; its size is linear in that of the
    system.

    Requires: no uninterpreted sorts or functions, and no line breaks in ``comments``.
    """
    symbols = symbols_of(system)
    roots = (*symbols, *_terms_of(system))
    definitions, texts = print_definitions(roots)
    text = dict(zip(roots, texts, strict=True))
    lines = [f"; {comment}" for comment in comments]
    lines += [f"(declare-fun {text[symbol]} () {print_sort(symbol.sort)})" for symbol in symbols]
    lines += definitions
    lines += [f"(parameter {text[symbol]})" for symbol in system.parameters]
    for fact in system.facts:
        lines.append(f"(fact ({' '.join(text[symbol] for symbol in fact.about)}) {text[fact.formula]})")
    for location in system.locations:
        lines.append("\n  ".join(_location(location, text)) + ")")
    for edge in system.edges:
        lines.append("\n  ".join(_edge(edge, text)) + ")")
    return "\n".join(lines) + "\n"


def symbols_of(system: ControlSystem) -> tuple[Term, ...]:
    """Return the symbols of ``system``, each once, in the order of the text."""
    own = [symbol for location in system.locations for symbol in (*location.symbols, *location.inputs)]
    return tuple(dict.fromkeys((*system.parameters, *own)))


def names_of(system: ControlSystem) -> dict[Term, str]:
    """Return the names of the symbols of ``system`` in its text."""
    symbols = symbols_of(system)
    return dict(zip(symbols, distinct_names(symbol.payload for symbol in symbols), strict=True))


def _terms_of(system: ControlSystem) -> Iterator[Term]:
    yield from (fact.formula for fact in system.facts)
    yield from (location.domain for location in system.locations)
    for edge in system.edges:
        yield edge.guard
        yield from edge.update.values()


def _location(location: Location, text: Mapping[Term, str]) -> Iterator[str]:
    yield f"(location {quoted(location.name)} {span_text(location.span)}"
    for each in location.variables:
        referent = each.referent
        words = f"{word_of(referent.kind)} {quoted(referent.owner)} {referent.position} {word_of(referent.aspect)}"
        yield f"(variable {text[each.symbol]} {words})"
    yield from (f"(input {text[symbol]})" for symbol in location.inputs)
    yield f"(domain {text[location.domain]})"


def _edge(edge: Edge, text: Mapping[Term, str]) -> Iterator[str]:
    match edge.target:
        case str(name):
            target = quoted(name)
        case Error(kind, message, span, function, is_violation):
            effect = "violation" if is_violation else "undefined"
            target = f"(error {word_of(kind)} {quoted(message)} {span_text(span)} {quoted(function)} {effect})"
        case Exit():
            target = "(exit)"
    yield f"(edge {quoted(edge.source)} {target}"
    yield f"(guard {text[edge.guard]})"
    yield from (f"(assign {text[symbol]} {text[value]})" for symbol, value in edge.update.items())
