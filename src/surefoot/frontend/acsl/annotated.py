"""Annotations of a C file, parsed and attached to functions, loops and statements."""

import re
from collections.abc import Iterator, Mapping, Sequence

from surefoot.base.records import dataclass, field
from surefoot.frontend.acsl.attachment import (
    FunctionSite,
    LoopSite,
    begins_statement,
    definitions_of,
    enclosing_body,
    function_after,
    loop_after,
    may_declare,
)
from surefoot.frontend.acsl.parser import clauses_of
from surefoot.frontend.acsl.predicates import PredicateDefinition, applied, defines_predicates, with_definitions
from surefoot.frontend.acsl.source_text import AnnotationError, SourceText
from surefoot.frontend.acsl.syntax import Assigns, Clause, Clauses, Result, Role, nodes_of
from surefoot.frontend.acsl.tokens import Kind, Token, is_annotation, tokens_of


@dataclass(frozen=True, slots=True)
class Group:
    """Consecutive annotations with one subject; ``site`` is None for assertions."""

    tokens: tuple[Token, ...]
    clauses: Clauses
    site: FunctionSite | LoopSite | None
    is_statement: bool
    """True if a statement may be inserted here without becoming the body of another."""
    body: int | None
    """The position after the opening brace of the enclosing function, or None if it was not found.
    """

    @property
    def at(self) -> int:
        """The position of the first annotation."""
        return self.tokens[0].start

    def of(self, role: Role) -> tuple[Clause, ...]:
        """Return the clauses with ``role``."""
        return tuple(each for each in self.clauses if isinstance(each, Clause) and each.role is role)

    @property
    def assigns(self) -> tuple[Assigns, ...]:
        """The ``assigns`` clauses of the function."""
        return tuple(each for each in self.clauses if isinstance(each, Assigns) and not each.behavior)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """The behaviors whose ``assigns`` clauses list less than the function's."""
        return tuple(each.behavior for each in self.clauses if isinstance(each, Assigns) and each.behavior)


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in the comment or directive at ``start``.

    It is reported only if the preprocessor keeps that text.
    """

    error: AnnotationError
    start: int


@dataclass(slots=True)
class AnnotatedFile:
    """The C file ``number`` of the program with its annotations."""

    source: SourceText
    number: int
    tokens: list[Token] = field(default_factory=list)
    """The tokens other than annotations and directives."""
    groups: list[Group] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    predicates: Mapping[str, PredicateDefinition] = field(default_factory=dict)
    """The predicates that the file defines."""

    @property
    def has_annotations(self) -> bool:
        """True if the file contains annotations, valid or not."""
        return bool(self.groups or self.problems)

    def definitions(self, name: str) -> list[Token]:
        """Return the tokens that name function ``name`` in its definitions."""
        return definitions_of(self.tokens, name)

    @property
    def contracts(self) -> dict[str, Group]:
        """The contracts of functions, by name."""
        return {group.site.name: group for group in self.groups if isinstance(group.site, FunctionSite)}


def annotated_file(source: SourceText, number: int) -> AnnotatedFile:
    """Parse and attach the annotations of ``source``."""
    everything = list(tokens_of(source.text))
    found = AnnotatedFile(source, number, [each for each in everything if _is_code(each)])
    everything = _without_predicates(found, everything)
    found.problems += _in_directives(everything)
    index = 0
    while index < len(everything):
        end = index
        while end < len(everything) and everything[end].kind is Kind.ANNOTATION:
            end += 1
        for begin, stop in _by_subject(everything, index, end):
            _read_group(found, everything, begin, stop, end)
        index = end + 1
    _refuse_repeated(found)
    return found


def _without_predicates(file: AnnotatedFile, tokens: Sequence[Token]) -> list[Token]:
    """Record the predicates that annotations of ``file`` define, and return the other tokens."""
    found: list[Token] = []
    for token in tokens:
        if token.kind is not Kind.ANNOTATION or not defines_predicates(token.text):
            found.append(token)
            continue
        try:
            file.predicates = with_definitions(token.text, token.start, file.predicates)
        except AnnotationError as problem:
            file.problems.append(Problem(problem, token.start))
    return found


def _is_code(token: Token) -> bool:
    return token.kind not in {Kind.ANNOTATION, Kind.DIRECTIVE}


def _in_directives(tokens: Sequence[Token]) -> Iterator[Problem]:
    for token in tokens:
        if token.kind is Kind.DIRECTIVE:
            for found in re.finditer(r'"(?:\\.|[^"\\])*"|(?P<comment>/\*.*?\*/|//[^\n]*)', token.text, re.DOTALL):
                if found["comment"] and is_annotation(found["comment"]):
                    text = "an annotation in a directive is not supported"
                    error = AnnotationError(text, token.start + found.start(), "move it to where the macro is used")
                    yield Problem(error, token.start)


def _by_subject(tokens: Sequence[Token], begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Split consecutive annotations by subject: assertions are single, clauses of one contract or
    loop form a group.
    """
    start = begin
    for index in range(begin + 1, end):
        subject = _subject(tokens[index])
        if subject == "assert" or subject != _subject(tokens[start]):
            yield start, index
            start = index
    if start < end:
        yield start, end


def _subject(token: Token) -> str:
    found = re.search(r"[a-z]+", token.text)
    word = found[0] if found else ""
    return word if word in {"assert", "loop"} else "contract"


def _read_group(file: AnnotatedFile, tokens: Sequence[Token], begin: int, stop: int, end: int) -> None:
    group = tuple(tokens[begin:stop])
    index = sum(1 for each in tokens[:begin] if _is_code(each))
    try:
        clauses = tuple(clause for each in group for clause in clauses_of(each.text, each.start, file.predicates))
        site = _site(tokens, end, clauses, group[0].start)
        _require_result(clauses, site)
        _refuse_hidden_names(file, group, index)
    except AnnotationError as problem:
        file.problems.append(Problem(problem, group[0].start))
        return
    around = enclosing_body(file.tokens, index)
    file.groups.append(Group(group, clauses, site, begins_statement(tokens, begin), around))


def _site(tokens: Sequence[Token], index: int, clauses: Clauses, at: int) -> FunctionSite | LoopSite | None:
    roles = {each.role if isinstance(each, Clause) else Role.ENSURES for each in clauses}
    for own in ({Role.INVARIANT, Role.VARIANT}, {Role.ASSERT}):
        first = next((each for each in own if each in roles), None)
        if first is not None and not roles <= own:
            raise AnnotationError(
                f"{first.value} and other clauses in one annotation", at, "write one annotation for each"
            )
    if roles & {Role.INVARIANT, Role.VARIANT}:
        return loop_after(tokens, index, at)
    return None if Role.ASSERT in roles else function_after(tokens, index, at)


def _require_result(clauses: Clauses, site: FunctionSite | LoopSite | None) -> None:
    r"""Refuse ``\result`` outside of ``ensures`` and in functions that return no value."""
    for clause in clauses:
        if not isinstance(clause, Clause):
            continue
        result = next((each for each in nodes_of(clause.predicate) if isinstance(each, Result)), None)
        if result is not None and (clause.role is not Role.ENSURES or getattr(site, "is_void", False)):
            hint = "use it in ensures clauses of functions that return a value"
            raise AnnotationError("\\result is not defined here", result.at, hint)


def _refuse_hidden_names(file: AnnotatedFile, group: Sequence[Token], index: int) -> None:
    """Refuse predicates about a global variable where a local one may have the same name.

    ``index`` is the position of the first token of the program behind the annotations.
    """
    for each in group:
        for predicate in applied(each.text, file.predicates):
            for name in sorted(predicate.free):
                if may_declare(file.tokens, index, name):
                    text = f"{predicate.name} mentions {name}, which the function here declares, too"
                    raise AnnotationError(text, each.start, f"rename the {name} of the function")


def _refuse_repeated(file: AnnotatedFile) -> None:
    seen: set[str] = set()
    for group in file.groups:
        if not isinstance(group.site, FunctionSite):
            continue
        name = group.site.name
        if name == "main":
            text = "a contract of main is not supported"
            error = AnnotationError(text, group.at, "use assert annotations in its body")
            file.problems.append(Problem(error, group.at))
        if name in seen:
            hint = "merge the clauses into one contract"
            file.problems.append(Problem(AnnotationError(f"{name} has two contracts", group.at, hint), group.at))
        seen.add(name)
