"""VMT text as transition systems (https://vmt-lib.fbk.eu).

The transition relation is a formula over states, inputs and next states. Its conjuncts ``x' = f``
become next-state functions. A next state without one becomes an input that the state copies, and
the rest R of the relation constrains that input.

A state without a successor can be bad, but a constraint would exclude it from runs. Therefore R
becomes a constraint only where every bad-state formula implies it. Otherwise a new state variable
records whether R held in all steps so far, and the constraint is that it did.
"""

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.base.text import FreshNames
from surefoot.logic import (
    BOOL,
    FALSE,
    TRUE,
    ArraySort,
    Op,
    Sort,
    Term,
    UninterpretedSort,
    and_,
    bvsub,
    not_,
    parts_of_conjunction,
    substitute,
    variable,
    variables_of,
)
from surefoot.logic.smtlib import Annotation, Script, parse_script
from surefoot.logic.smtlib.names import read
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.transitions.transition_system import TransitionSystem

_PROPERTY = ":invar-property"
_REMEMBERED = "valid so far"


def read_vmt(text: str, file: str) -> ModelFile:
    """Return the model in ``text``; raises `InputError` with the line of an error and
    `UnsupportedError` for unsupported properties.
    """
    try:
        script = parse_script(text, has_interpretation=True)
    except InputError as error:
        raise InputError(f"{file}: {error.message}") from None
    return _Reader(script, file).model()


@dataclass(frozen=True, slots=True)
class _Reader:
    """The annotations of a script."""

    script: Script
    file: str

    def model(self) -> ModelFile:
        """Return the model that the annotations describe."""
        self._refuse()
        following = self._following()
        initial, relation = self._only(":init"), self._only(":trans")
        properties = self._properties()
        states = tuple(following)
        inputs = tuple(
            each for each in self.script.variables if each not in following and each not in following.values()
        )
        constants = self.script.interpretation
        self._require(initial, (*states, *constants), "states")
        for found in properties.values():
            self._require(found, (*states, *inputs, *constants), "states and inputs")
        self._require(relation, (*states, *inputs, *following.values(), *constants), "declared variables")
        bad = {name: not_(found.term) for name, found in properties.items()}
        used = {each for found in (initial.term, relation.term, *bad.values()) for each in variables_of(found)}
        constants = tuple(each for each in constants if each in used)
        system = _system(following, inputs, constants, initial.term, relation.term, bad)
        spans = {name: self._span(found) for name, found in properties.items()}
        return ModelFile(system, self._span(initial), self._span(relation), spans)

    def _refuse(self) -> None:
        for annotation in self.script.annotations:
            if annotation.keyword.endswith("-property") and annotation.keyword != _PROPERTY:
                raise UnsupportedError(
                    f"{annotation.keyword} is not supported, only {_PROPERTY}", self._span(annotation)
                )
        for symbol in self.script.functions:
            raise UnsupportedError(f"{self.file}: the uninterpreted function {symbol.name} is not supported")
        for declared in self.script.variables:
            if _is_uninterpreted(declared.sort):
                raise UnsupportedError(f"{self.file}: {declared} has the uninterpreted sort {declared.sort}")

    def _following(self) -> dict[Term, Term]:
        """Return the next-state variable of each state."""
        declared = {str(each.payload): each for each in self.script.variables}
        found: dict[Term, Term] = {}
        for annotation in self._all(":next"):
            successor = declared.get(read(annotation.value or ""))
            state = annotation.term
            if state.op is not Op.VARIABLE or successor is None or successor.sort is not state.sort:
                raise InputError(":next links a variable to a declared variable of its sort", self._span(annotation))
            if found.get(state, successor) is not successor:
                raise InputError(f"{state} has two next-state variables", self._span(annotation))
            found[state] = successor
        if len(set(found.values())) != len(found) or any(each in found for each in found.values()):
            raise InputError(f"{self.file}: expected a next-state variable of its own for each state")
        return found

    def _only(self, keyword: str) -> Annotation:
        found = self._all(keyword)
        if len(found) != 1:
            raise InputError(f"{self.file}: expected one formula annotated with {keyword}, found {len(found)}")
        if found[0].term.sort is not BOOL:
            raise InputError(
                f"expected a formula for {keyword}, not a term of {found[0].term.sort}", self._span(found[0])
            )
        return found[0]

    def _properties(self) -> dict[str, Annotation]:
        found: dict[str, Annotation] = {}
        for annotation in self._all(_PROPERTY):
            name = annotation.owner or f"property {annotation.value}"
            if annotation.term.sort is not BOOL or name in found:
                raise InputError("expected one formula for each :invar-property", self._span(annotation))
            found[name] = annotation
        return found

    def _all(self, keyword: str) -> list[Annotation]:
        return [annotation for annotation in self.script.annotations if annotation.keyword == keyword]

    def _require(self, annotation: Annotation, symbols: tuple[Term, ...], expected: str) -> None:
        for symbol in variables_of(annotation.term):
            if symbol not in symbols:
                raise InputError(
                    f"{annotation.keyword} mentions {symbol}; expected a formula over {expected}",
                    self._span(annotation),
                )

    def _span(self, annotation: Annotation) -> Span:
        return Span(self.file, annotation.line)


def _system(
    following: dict[Term, Term],
    inputs: tuple[Term, ...],
    constants: tuple[Term, ...],
    initial: Term,
    relation: Term,
    bad: dict[str, Term],
) -> TransitionSystem:
    """Return the system; ``constants`` become states that start with any value and keep it."""
    states = tuple(following)
    functions, rest = _functions(relation, {successor: state for state, successor in following.items()})
    free = tuple(following[state] for state in states if state not in functions)
    functions |= {state: following[state] for state in states if state not in functions}
    memo: dict[Term, Term] = {}
    substitution = {following[state]: value for state, value in functions.items()}
    parts = [substitute(part, substitution, memo) for part in rest]
    in_order = {**{state: functions[state] for state in states}, **{each: each for each in constants}}
    states = (*states, *constants)
    remaining = and_(*parts)
    if all(_implies(each, part) for each in bad.values() for part in parts_of_conjunction(remaining)):
        return TransitionSystem(states, (*inputs, *free), initial, in_order, remaining, bad)
    names = FreshNames(str(each.payload) for each in (*states, *inputs, *free))
    held = variable(names.like(_REMEMBERED), BOOL)
    return TransitionSystem(
        states=(*states, held),
        inputs=(*inputs, *free),
        initial=and_(initial, held),
        next={**in_order, held: and_(held, remaining)},
        constraint=held,
        bad=bad,
    )


def _implies(formula: Term, part: Term) -> bool:
    """Return whether ``formula`` implies ``part`` syntactically."""
    known = set(parts_of_conjunction(formula))
    weaker = part.args if part.op is Op.OR else (part,)
    return FALSE in known or part in known or not known.isdisjoint(weaker)


def _functions(relation: Term, state_of: dict[Term, Term]) -> tuple[dict[Term, Term], list[Term]]:
    """Return the next-state functions of the relation, and its other conjuncts."""
    functions: dict[Term, Term] = {}
    rest: list[Term] = []
    for part in parts_of_conjunction(relation):
        for successor, value in _solutions(part):
            state = state_of.get(successor)
            if state is not None and state not in functions and state_of.keys().isdisjoint(variables_of(value)):
                functions[state] = value
                break
        else:
            rest.append(part)
    return functions, rest


def _solutions(part: Term) -> list[tuple[Term, Term]]:
    """Yield the pairs of a variable and a value that ``part`` equates; sums with a constant are
    solved.
    """
    if part.op is Op.VARIABLE:
        return [(part, TRUE)]
    if part.op is Op.NOT:
        return [(found, FALSE if value is TRUE else not_(value)) for found, value in _boolean_solutions(part.args[0])]
    if part.op is not Op.EQ:
        return []
    found = []
    for side, value in (part.args, part.args[::-1]):
        if side.op is Op.VARIABLE:
            found.append((side, value))
        elif side.op is Op.BVADD and side.args[0].op is Op.VARIABLE and side.args[1].op is Op.CONSTANT:
            found.append((side.args[0], bvsub(value, side.args[1])))
    return found


def _boolean_solutions(part: Term) -> list[tuple[Term, Term]]:
    is_boolean = part.op is Op.VARIABLE or (part.op is Op.EQ and part.args[0].sort is BOOL)
    return _solutions(part) if is_boolean else []


def _is_uninterpreted(sort: Sort) -> bool:
    if isinstance(sort, ArraySort):
        return _is_uninterpreted(sort.index) or _is_uninterpreted(sort.element)
    return isinstance(sort, UninterpretedSort)
