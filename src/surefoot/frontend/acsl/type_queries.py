"""Asks clang for the types of the terms in annotations, and which annotations the preprocessor leaves in."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from surefoot.base.records import dataclass, field
from surefoot.frontend.acsl.annotated import AnnotatedFile, Group
from surefoot.frontend.acsl.attachment import FunctionSite, LoopSite
from surefoot.frontend.acsl.contracts import BODY
from surefoot.frontend.acsl.emission import RESULT, plain
from surefoot.frontend.acsl.source_text import Edit, NewText, edited, mark
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

_ASKED: Final = Name | Verbatim | Result | Index | Member | Dereference | AddressOf | Cast
"""The terms whose types C decides about."""
SIGN: Final = "surefoot annotation"
"""What clang says where it comes by a problem, with its number."""
_ANSWER: Final = re.compile(r"call void @__surefoot_type\(i32 noundef (\d+), i32 noundef (\d+)\)")


@dataclass(slots=True)
class Questions:
    """A file with a question in place of each annotation: calls with the number of a term and the code of its type, which clang computes."""

    file: AnnotatedFile
    asked: list[Term] = field(default_factory=list)

    def text(self) -> NewText:
        """What clang has to compile."""
        edits = [self._marked(number) for number in range(len(self.file.problems))]
        for group in self.file.groups:
            edits += self._of_group(group)
        return edited(self.file.source.text, edits)

    def answers(self, ir_text: str) -> dict[Term, int]:
        """The codes of the types of the terms that clang came by."""
        return {self.asked[int(number)]: int(code) for number, code in _ANSWER.findall(ir_text)}

    def reached(self, known: Collection[Term]) -> list[Group]:
        """The groups that clang came by, given the terms that it answered for; it leaves out what is never executed, too."""
        return [group for group in self.file.groups if _here(group) in known]

    def _marked(self, number: int) -> Edit:
        """Let clang say that it came by; the preprocessor takes a pragma anywhere but in a directive."""
        problem = self.file.problems[number]
        return Edit(problem.start, problem.start, f'\n_Pragma("message(\\"{SIGN} {number}\\")")\n', problem.error.at)

    def _of_group(self, group: Group) -> Sequence[Edit]:
        code = self._about_all(group)
        if isinstance(group.site, FunctionSite):
            given = (self._about(Name(each, group.at), {}) for each in group.site.parameters)
            code = f"{' '.join(given)} {code}"
        code = f"{self._about(_here(group), {})} {code}"
        match group.site:
            case FunctionSite() as site:
                declared = f"{site.header_text(BODY + site.name)}; "
                result = (
                    "" if site.is_void else f"__typeof__({BODY}{site.name}({', '.join(site.parameters)})) {RESULT}; "
                )
                asking = f"__surefoot_ask_{site.name}_{len(self.asked)}"
                texts = [f"{declared}{site.header_text(asking)} {{ {result}{code} }} "]
                extra: list[Edit] = []
            case LoopSite() as site:
                texts = []
                extra = inserted_in_loop(site, code, group.at)
            case None:
                texts = [as_statement(group, code)]
                extra = []
        return [*replacing_comments(group, texts), *extra]

    def _about_all(self, group: Group) -> str:
        parts: list[str] = []
        for clause in group.clauses:
            if isinstance(clause, Clause):
                parts.append(self._about(clause.predicate, {}))
            else:
                for location in clause.locations:
                    terms = (each for each in (location.base, location.first, location.last) if each is not None)
                    parts += (self._about(each, {}) for each in terms)
        return " ".join(parts)

    def _about(self, node: Term | Predicate, bound: Mapping[str, str]) -> str:
        if isinstance(node, Quantified):
            name = f"__surefoot_bound_{node.variable}"
            ends = f"{self._about(node.least, bound)} {self._about(node.most, bound)}"
            body = self._about(node.body, {**bound, node.variable: name})
            return f"{ends} {{ long long {name}; {body} }}"
        below = " ".join(self._about(each, bound) for each in parts_of(node))
        if not isinstance(node, _ASKED) or (isinstance(node, Name) and node.name in bound):
            return below
        self.asked.append(node)
        return f"{below} {mark(node.at)}__surefoot_type({len(self.asked) - 1}, {CODE_MACRO}(({plain(node, bound)})));"


def _here(group: Group) -> Verbatim:
    """A term whose type is asked for wherever the group counts."""
    return Verbatim("1", group.at)


def replacing_comments(group: Group, texts: Sequence[str]) -> list[Edit]:
    """Code in place of the first comment of ``group``, nothing in place of the others."""
    text = " ".join(texts)
    return [
        Edit(each.start, each.end, text if number == 0 else "", group.at) for number, each in enumerate(group.tokens)
    ]


def as_statement(group: Group, code: str) -> str:
    """Code that may stand where ``group`` stands: beside the next statement, or as one with it."""
    return f"{{ {code} }} " if group.is_statement else f"if (({{ {code} 0; }})) {{}} else "


def inserted_in_loop(site: LoopSite, code: str, at: int) -> list[Edit]:
    """Code that runs whenever a run is at the head of the loop."""
    if site.is_do:
        return [Edit(site.before, site.before, f" ({{ {code} }}); ", at)]
    if not site.has_condition:
        return [Edit(site.before, site.before, f" ({{ {code} }}), 1", at)]
    return [Edit(site.before, site.before, f"({{ {code} }}), (", at), Edit(site.after, site.after, ")", at)]
