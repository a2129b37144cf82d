"""Transition systems as VMT: SMT-LIB definitions with annotations (https://vmt-lib.fbk.eu).

A VMT property is about every reachable state, whether it has a successor or not. So that the
constraint restricts the last state of a run, too, a bad-state formula b is written as the property
``not (constraint and b)``.
"""

from collections.abc import Sequence

from surefoot.base.errors import UnsupportedError
from surefoot.base.text import FreshNames
from surefoot.logic import TRUE, SortError, Term, and_, not_
from surefoot.logic.smtlib import print_definitions, print_sort
from surefoot.logic.smtlib.names import written
from surefoot.systems.transitions.transition_system import TransitionSystem


def write_vmt(system: TransitionSystem, comments: Sequence[str] = ()) -> str:
    """Return the text of ``system``; raises `UnsupportedError` if it uses uninterpreted functions
    or sorts.
    """
    symbols = (*system.states, *system.inputs)
    names = FreshNames(str(symbol.payload) for symbol in symbols)
    following = {state: written(names.like(f"{state.payload}.next")) for state in system.states}
    properties = {name: not_(and_(system.constraint, bad)) for name, bad in system.bad.items()}
    restriction = and_(system.constraint, system.enabled)
    roots = (system.initial, restriction, *system.next.values(), *properties.values(), *symbols)
    try:
        definitions, texts = print_definitions(roots)
    except SortError as error:
        raise UnsupportedError(f"VMT: {error}") from None
    text = dict(zip(roots, texts, strict=True))
    lines = [f"; {comment}" for comment in comments]
    for number, (state, next_name) in enumerate(following.items()):
        sort = print_sort(state.sort)
        lines.append(f"(declare-fun {text[state]} () {sort})")
        lines.append(f"(declare-fun {next_name} () {sort})")
        lines.append(f"(define-fun .sv{number} () {sort} (! {text[state]} :next {next_name}))")
    lines += [f"(declare-fun {text[symbol]} () {print_sort(symbol.sort)})" for symbol in system.inputs]
    lines += definitions
    lines.append(f"(define-fun .init () Bool (! {text[system.initial]} :init true))")
    lines.append(f"(define-fun .trans () Bool (! {_relation(system, restriction, following, text)} :trans true))")
    for number, (name, formula) in enumerate(properties.items()):
        own = written(names.like(name))
        lines.append(f"(define-fun {own} () Bool (! {text[formula]} :invar-property {number}))")
    return "\n".join(lines) + "\n"


def _relation(system: TransitionSystem, restriction: Term, following: dict[Term, str], text: dict[Term, str]) -> str:
    steps = [f"(= {following[state]} {text[value]})" for state, value in system.next.items()]
    parts = [] if restriction is TRUE else [text[restriction]]
    return f"(and {' '.join(parts + steps) or 'true'})"
