"""Transition systems as VMT: SMT-LIB definitions with annotations (https://vmt-lib.fbk.eu).

A VMT property is about every reachable state, whether it has a successor or not. So that the
constraint restricts the last state of a run, too, a bad-state formula b is written as the property
``not (constraint and b)``.
"""

from collections.abc import Mapping, Sequence

from surefoot.base.errors import UnsupportedError
from surefoot.base.text import FreshNames
from surefoot.logic import TRUE, SortError, Term, and_, eq, not_, parts_of_conjunction, variable
from surefoot.logic.smtlib import print_definitions, print_sort
from surefoot.logic.smtlib.names import written
from surefoot.systems.transitions.relation import RelationalSystem
from surefoot.systems.transitions.transition_system import TransitionSystem


def write_vmt(system: TransitionSystem, comments: Sequence[str] = ()) -> str:
    """Return the text of ``system``; raises `UnsupportedError` if it uses uninterpreted functions
    or sorts.
    """
    names = FreshNames(str(symbol.payload) for symbol in (*system.states, *system.inputs))
    after = {state: variable(names.like(f"{state.payload}.next"), state.sort) for state in system.states}
    restriction = and_(system.constraint, system.enabled)
    properties = {name: not_(and_(system.constraint, bad)) for name, bad in system.bad.items()}
    text = _Text(after, system.inputs, (restriction, *system.next.values(), system.initial, *properties.values()))
    parts = [] if restriction is TRUE else [text.of(restriction)]
    parts += (f"(= {text.of(after[state])} {text.of(value)})" for state, value in system.next.items())
    return text.script(system.initial, parts, properties, names, comments)


def write_relation(system: RelationalSystem, comments: Sequence[str] = ()) -> str:
    """Return the text of ``system``, whose relation is written conjunct by conjunct."""
    symbols = (*system.following, *system.following.values(), *system.constants, *system.inputs)
    names = FreshNames(str(symbol.payload) for symbol in symbols)
    after = dict(system.following)
    conjuncts = parts_of_conjunction(system.relation)
    for rigid in system.constants:
        after[rigid] = variable(names.like(f"{rigid.payload}.next"), rigid.sort)
        conjuncts.append(eq(after[rigid], rigid))
    text = _Text(after, system.inputs, (*conjuncts, system.initial, *system.properties.values()))
    return text.script(system.initial, [text.of(part) for part in conjuncts], system.properties, names, comments)


class _Text:
    """Text of the formulas ``roots`` over states, next states and inputs."""

    def __init__(self, after: Mapping[Term, Term], inputs: Sequence[Term], roots: Sequence[Term]) -> None:
        self._after = after
        self._inputs = inputs
        everything = (*roots, *after, *after.values(), *inputs)
        try:
            self._definitions, texts = print_definitions(everything)
        except SortError as error:
            raise UnsupportedError(f"VMT: {error}") from None
        self._texts = dict(zip(everything, texts, strict=True))

    def of(self, term: Term) -> str:
        """Return the text of a formula or a variable."""
        return self._texts[term]

    def script(
        self,
        initial: Term,
        steps: Sequence[str],
        properties: Mapping[str, Term],
        names: FreshNames,
        comments: Sequence[str],
    ) -> str:
        """Return the declarations and definitions; the relation is the conjunction of ``steps``."""
        lines = [f"; {comment}" for comment in comments]
        for number, (state, following) in enumerate(self._after.items()):
            lines += (f"(declare-fun {self.of(each)} () {print_sort(each.sort)})" for each in (state, following))
            link = f"(! {self.of(state)} :next {self.of(following)})"
            lines.append(f"(define-fun .sv{number} () {print_sort(state.sort)} {link})")
        lines += [f"(declare-fun {self.of(symbol)} () {print_sort(symbol.sort)})" for symbol in self._inputs]
        lines += self._definitions
        lines.append(f"(define-fun .init () Bool (! {self.of(initial)} :init true))")
        lines.append(f"(define-fun .trans () Bool (! (and {' '.join(steps) or 'true'}) :trans true))")
        for number, (name, formula) in enumerate(properties.items()):
            own = written(names.like(name))
            lines.append(f"(define-fun {own} () Bool (! {self.of(formula)} :invar-property {number}))")
        return "\n".join(lines) + "\n"
