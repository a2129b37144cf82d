"""VMT text as transition systems (https://vmt-lib.fbk.eu).

The transition relation is a formula over states, inputs and next states. It is solved for the next
states and for inputs that it defines (`systems/transitions/definitions.py`). A next state without a
definition becomes an input that the state copies. The rest of the relation restricts steps; a state
without a successor can be bad.
"""

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import BOOL, Op, Term, variables_of
from surefoot.logic.smtlib import Annotation, Script, parse_script
from surefoot.logic.smtlib.names import read
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.formats.uninterpreted import with_interpreted_symbols
from surefoot.systems.transitions.relation import RelationalSystem

_PROPERTY = ":invar-property"


def read_vmt(text: str, file: str) -> ModelFile:
    """Return the model in ``text``; raises `InputError` with the line of an error and
    `UnsupportedError` for unsupported properties.
    """
    try:
        script = parse_script(text, has_interpretation=True)
    except InputError as error:
        raise InputError(f"{file}: {error.message}") from None
    return _Reader(with_interpreted_symbols(script, file), file).model()


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
        formulas = {name: found.term for name, found in properties.items()}
        used = {*variables_of(initial.term, relation.term, *formulas.values())}
        constants = tuple(each for each in constants if each in used)
        relational = RelationalSystem(following, inputs, constants, initial.term, relation.term, formulas)
        system, temporaries = relational.functional()
        spans = {name: self._span(found) for name, found in properties.items()}
        return ModelFile(system, self._span(initial), self._span(relation), spans, temporaries)

    def _refuse(self) -> None:
        for annotation in self.script.annotations:
            if annotation.keyword.endswith("-property") and annotation.keyword != _PROPERTY:
                raise UnsupportedError(
                    f"{annotation.keyword} is not supported, only {_PROPERTY}", self._span(annotation)
                )

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
