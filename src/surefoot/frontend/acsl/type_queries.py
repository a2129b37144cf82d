"""Queries to clang: the C types of terms, and the annotations that the preprocessor keeps."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from surefoot.base.records import dataclass, field
from surefoot.frontend.acsl.annotated import AnnotatedFile, Group
from surefoot.frontend.acsl.attachment import FunctionSite, LoopSite
from surefoot.frontend.acsl.contracts import BODY
from surefoot.frontend.acsl.emission import RESULT, unevaluated
from surefoot.frontend.acsl.source_text import Edit, EditedText, edited, mark
from surefoot.frontend.acsl.syntax import (
    AddressOf,
    Cast,
    Clause,
    Dereference,
    Index,
    Member,
    Name,
    Predicate,
    Quantified,
    Result,
    Term,
    Verbatim,
    parts_of,
)
from surefoot.frontend.acsl.typed_code import CODE_MACRO

_Queried: Final = Name | Verbatim | Result | Index | Member | Dereference | AddressOf | Cast
"""The terms with a C type."""
PROBLEM_MARKER: Final = "surefoot annotation"
"""The text of the message that clang prints, with a number, for each active `Problem`."""
_QUERY_RESULT: Final = re.compile(r"call void @__surefoot_type\(i32 noundef (\d+), i32 noundef (\d+)\)")


@dataclass(slots=True)
class TypeQueries:
    """A file with queries in place of annotations: calls with the number of a term and the code of
    its type, which clang computes.
    """

    file: AnnotatedFile
    terms: list[Term] = field(default_factory=list)

    def text(self) -> EditedText:
        """Return the text to compile."""
        edits = [self._problem_marker(number) for number in range(len(self.file.problems))]
        for group in self.file.groups:
            edits += self._group_edits(group)
        return edited(self.file.source.text, edits)

    def type_codes(self, ir_text: str) -> dict[Term, int]:
        """Return the codes of the types of the active terms."""
        return {self.terms[int(number)]: int(code) for number, code in _QUERY_RESULT.findall(ir_text)}

    def active_groups(self, known: Collection[Term]) -> list[Group]:
        """Return the groups whose queries clang compiled; it omits preprocessed-out and unreachable
        code.
        """
        return [group for group in self.file.groups if _activity_term(group) in known]

    def _problem_marker(self, number: int) -> Edit:
        """Insert a pragma, which makes clang print the marker if the preprocessor keeps the text."""
        problem = self.file.problems[number]
        return Edit(
            problem.start, problem.start, f'\n_Pragma("message(\\"{PROBLEM_MARKER} {number}\\")")\n', problem.error.at
        )

    def _group_edits(self, group: Group) -> Sequence[Edit]:
        code = self._clause_queries(group)
        if isinstance(group.site, FunctionSite):
            given = (self._queries(Name(each, group.at), {}) for each in group.site.parameters)
            code = f"{' '.join(given)} {code}"
        code = f"{self._queries(_activity_term(group), {})} {code}"
        match group.site:
            case FunctionSite() as site:
                declared = f"{site.header_text(BODY + site.name)}; "
                result = (
                    "" if site.is_void else f"__typeof__({BODY}{site.name}({', '.join(site.parameters)})) {RESULT}; "
                )
                query_function = f"__surefoot_ask_{site.name}_{len(self.terms)}"
                texts = [f"{declared}{site.header_text(query_function)} {{ {result}{code} }} "]
                extra: list[Edit] = []
            case LoopSite() as site:
                texts = []
                extra = inserted_in_loop(site, code, group.at)
            case None:
                texts = [as_statement(group, code)]
                extra = []
        return [*replacing_comments(group, texts), *extra]

    def _clause_queries(self, group: Group) -> str:
        parts: list[str] = []
        for clause in group.clauses:
            if isinstance(clause, Clause):
                parts.append(self._queries(clause.predicate, {}))
            else:
                for location in clause.locations:
                    terms = (each for each in (location.base, location.first, location.last) if each is not None)
                    parts += (self._queries(each, {}) for each in terms)
        return " ".join(parts)

    def _queries(self, node: Term | Predicate, bound: Mapping[str, str]) -> str:
        if isinstance(node, Quantified):
            name = f"__surefoot_bound_{node.variable}"
            ends = f"{self._queries(node.least, bound)} {self._queries(node.most, bound)}"
            body = self._queries(node.body, {**bound, node.variable: name})
            return f"{ends} {{ long long {name}; {body} }}"
        below = " ".join(self._queries(each, bound) for each in parts_of(node))
        if not isinstance(node, _Queried) or (isinstance(node, Name) and node.name in bound):
            return below
        self.terms.append(node)
        return f"{below} {mark(node.at)}__surefoot_type({len(self.terms) - 1}, {CODE_MACRO}(({unevaluated(node, bound)})));"


def _activity_term(group: Group) -> Verbatim:
    """Return a term whose query shows that the group is active."""
    return Verbatim("1", group.at)


def replacing_comments(group: Group, texts: Sequence[str]) -> list[Edit]:
    """Replace the first comment of ``group`` by code and the others by nothing."""
    text = " ".join(texts)
    return [
        Edit(each.start, each.end, text if number == 0 else "", group.at) for number, each in enumerate(group.tokens)
    ]


def as_statement(group: Group, code: str) -> str:
    """Return ``code`` as a statement at ``group``: before the next statement, or as one statement
    with it.
    """
    return f"{{ {code} }} " if group.is_statement else f"if (({{ {code} 0; }})) {{}} else "


def inserted_in_loop(site: LoopSite, code: str, at: int) -> list[Edit]:
    """Insert code that runs at every visit of the loop head."""
    if site.is_do:
        return [Edit(site.before, site.before, f" ({{ {code} }}); ", at)]
    if not site.has_condition:
        return [Edit(site.before, site.before, f" ({{ {code} }}), 1", at)]
    return [Edit(site.before, site.before, f"({{ {code} }}), (", at), Edit(site.after, site.after, ")", at)]
