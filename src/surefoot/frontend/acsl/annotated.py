"""The annotations of a C file: read, parsed, and attached to functions, loops and statements."""

import re
from collections.abc import Iterator, Sequence

from surefoot.base.records import dataclass, field
from surefoot.frontend.acsl.attachment import (
    FunctionSite,
    LoopSite,
    begins_statement,
    body_around,
    definition_of,
    function_after,
    loop_after,
)
from surefoot.frontend.acsl.parser import clauses_of
from surefoot.frontend.acsl.source_text import AnnotationError, SourceText
from surefoot.frontend.acsl.syntax import Assigns, Clause, Clauses, Result, Role, nodes_of
from surefoot.frontend.acsl.tokens import Kind, Token, is_annotation, tokens_of


@dataclass(frozen=True, slots=True)
class Group:
    """Annotations that stand together: their clauses and what these are about; nothing for assertions."""

    tokens: tuple[Token, ...]
    clauses: Clauses
    site: FunctionSite | LoopSite | None
    is_statement: bool
    """Whether a statement may be inserted here without becoming part of another."""
    body: int | None
    """The position after the brace of the function around, where that is known."""

    @property
    def at(self) -> int:
        """Where it begins."""
        return self.tokens[0].start

    def of(self, role: Role) -> tuple[Clause, ...]:
        """The clauses of one kind."""
        return tuple(each for each in self.clauses if isinstance(each, Clause) and each.role is role)

    @property
    def assigns(self) -> tuple[Assigns, ...]:
        """The clauses about what is changed."""
        return tuple(each for each in self.clauses if isinstance(each, Assigns))


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the comment or directive that begins at ``start``; of no interest if the preprocessor leaves that out."""

    error: AnnotationError
    start: int


@dataclass(slots=True)
class AnnotatedFile:
    """A C file, number ``number`` of the program; ``problems`` are what is wrong with annotations that may not count."""

    source: SourceText
    number: int
    tokens: list[Token] = field(default_factory=list)
    """All but annotations and directives."""
    groups: list[Group] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def has_annotations(self) -> bool:
        """Whether there is something to do."""
        return bool(self.groups or self.problems)

    def definitions(self, name: str) -> list[Token]:
        """The tokens that name function ``name`` where its body is."""
        return definition_of(self.tokens, name)

    @property
    def contracts(self) -> dict[str, Group]:
        """The contracts of functions, by name."""
        return {group.site.name: group for group in self.groups if isinstance(group.site, FunctionSite)}


def annotated_file(source: SourceText, number: int) -> AnnotatedFile:
    """The annotations of ``source``."""
    everything = list(tokens_of(source.text))
    found = AnnotatedFile(source, number, [each for each in everything if _is_code(each)])
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


def _is_code(token: Token) -> bool:
    return token.kind not in {Kind.ANNOTATION, Kind.DIRECTIVE}


def _in_directives(tokens: Sequence[Token]) -> Iterator[Problem]:
    for token in tokens:
        if token.kind is Kind.DIRECTIVE:
            for found in re.finditer(r'"(?:\\.|[^"\\])*"|(?P<comment>/\*.*?\*/|//[^\n]*)', token.text, re.DOTALL):
                if found["comment"] and is_annotation(found["comment"]):
                    text = "an annotation in a directive is not supported"
                    error = AnnotationError(text, token.start + found.start(), "write it where the macro is used")
                    yield Problem(error, token.start)


def _by_subject(tokens: Sequence[Token], begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Parts of a run of annotations: assertions stand alone, clauses of a contract or of a loop belong together."""
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
    try:
        clauses = tuple(clause for each in group for clause in clauses_of(each.text, each.start))
        site = _site(tokens, end, clauses, group[0].start)
        _require_result(clauses, site)
    except AnnotationError as problem:
        file.problems.append(Problem(problem, group[0].start))
        return
    index = sum(1 for each in tokens[:begin] if _is_code(each))
    around = body_around(file.tokens, index)
    file.groups.append(Group(group, clauses, site, begins_statement(tokens, begin), around))


def _site(tokens: Sequence[Token], index: int, clauses: Clauses, at: int) -> FunctionSite | LoopSite | None:
    roles = {each.role if isinstance(each, Clause) else Role.ENSURES for each in clauses}
    for role in (Role.INVARIANT, Role.ASSERT):
        if role in roles and len(roles) > 1:
            raise AnnotationError(f"{role.value} and other clauses in one annotation", at, "write them apart")
    if Role.INVARIANT in roles:
        return loop_after(tokens, index, at)
    return None if Role.ASSERT in roles else function_after(tokens, index, at)


def _require_result(clauses: Clauses, site: FunctionSite | LoopSite | None) -> None:
    r"""Refuse ``\result`` where there is none."""
    for clause in clauses:
        if not isinstance(clause, Clause):
            continue
        result = next((each for each in nodes_of(clause.predicate) if isinstance(each, Result)), None)
        if result is not None and (clause.role is not Role.ENSURES or getattr(site, "is_void", False)):
            hint = "it is the value that a function returns, in ensures"
            raise AnnotationError("there is no \\result here", result.at, hint)


def _refuse_repeated(file: AnnotatedFile) -> None:
    seen: set[str] = set()
    for group in file.groups:
        if not isinstance(group.site, FunctionSite):
            continue
        name = group.site.name
        if name == "main":
            text = "a contract of main is not supported"
            error = AnnotationError(text, group.at, "say it with assert in its body")
            file.problems.append(Problem(error, group.at))
        if name in seen:
            hint = "write all its clauses in one place"
            file.problems.append(Problem(AnnotationError(f"{name} has a contract already", group.at, hint), group.at))
        seen.add(name)
