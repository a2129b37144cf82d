"""The code that checks and uses annotations, in place of the comments, so that every line keeps its number.

A function with a contract is called ``__surefoot_body_NAME`` in the new text. ``NAME`` is one that checks what is required, calls it and checks what is ensured; or one that checks what is
required, forgets what is assigned and assumes what is ensured. ``__surefoot_prove_NAME`` assumes what is required, calls the body and checks what is ensured.
"""

from collections.abc import Callable, Collection, Mapping
from itertools import combinations

from surefoot.base.records import dataclass, field
from surefoot.frontend.acsl.annotated import AnnotatedFile, Group
from surefoot.frontend.acsl.attachment import FunctionSite, LoopSite
from surefoot.frontend.acsl.contracts import BODY, PROVE
from surefoot.frontend.acsl.emission import OBJECT_SIZE, RESULT, Emitter, Stretch
from surefoot.frontend.acsl.source_text import AnnotationError, Edit, NewText, edited, mark
from surefoot.frontend.acsl.statements import CHECK, RETURNED, Wording, assumed, checked
from surefoot.frontend.acsl.syntax import Clause, Location, Name, Role, Term
from surefoot.frontend.acsl.type_queries import as_statement, inserted_in_loop, replacing_comments
from surefoot.frontend.acsl.typed_code import Opaque, Pointer, Type

_CONTRACT, _ESTABLISHED, _PRESERVED = range(3)
"""The kinds of checks, as lowering numbers them."""


@dataclass(slots=True)
class Instrumented:
    """Writes the new text of ``file``; ``types`` are those of the terms that count, ``bodies`` the functions that have one, and calls of those in ``run`` run it."""

    file: AnnotatedFile
    types: Mapping[Term, Type]
    bodies: Collection[str]
    run: Collection[str]
    uses_unsigned: bool = True
    shown: dict[str, str] = field(default_factory=lambda: {RESULT: "\\result"})
    """How C variables that were made are called in reports."""
    _emitters: int = 0
    _stretches: int = 0

    def text(self) -> NewText:
        """What clang has to compile; raises `AnnotationError`."""
        edits: list[Edit] = []
        for group in self.file.groups:
            edits += self._of_group(group)
        for name in self.file.contracts:
            edits += (
                Edit(each.start, each.end, BODY + name, each.start)
                for each in self.file.definitions(name)
                if name in self.bodies
            )
        return edited(self.file.source.text, edits)

    def _of_group(self, group: Group) -> list[Edit]:
        match group.site:
            case FunctionSite() as site:
                return replacing_comments(group, self._functions(group, site))
            case LoopSite() as site:
                return self._in_loop(group, site)
            case None:
                return self._assertions(group)

    def _emitter(self) -> Emitter:
        self._emitters += 1
        emitter = Emitter(self.types, f"{self.file.number}_{self._emitters}", uses_unsigned=self.uses_unsigned)
        emitter.shown = self.shown
        return emitter

    def _wording(self, clause: Clause, code_at: int, text: str, kind: int = _CONTRACT) -> Wording:
        here, there = self.file.source.span(code_at), self.file.source.span(clause.at)
        return Wording(kind, text, there.line - here.line, there.column)

    # ---- assertions and loops

    def _assertions(self, group: Group) -> list[Edit]:
        emitter = self._emitter()
        parts = [
            f"{mark(each.at)}{checked(emitter, each.predicate, self._wording(each, group.at, f'assert {each.text} is violated'))}"
            for each in group.of(Role.ASSERT)
        ]
        return [*replacing_comments(group, [as_statement(group, " ".join(parts))]), *_at_beginning(group, emitter)]

    def _in_loop(self, group: Group, site: LoopSite) -> list[Edit]:
        emitter = self._emitter()
        first = emitter.fresh("first")
        tests: list[str] = []
        for clause in group.of(Role.INVARIANT):
            text = f"loop invariant {clause.text}"
            entered = self._wording(clause, site.before, f"{text} does not hold when the loop is entered", _ESTABLISHED)
            again = self._wording(clause, site.before, f"{text} is not preserved by an iteration", _PRESERVED)
            tests.append(
                f"{mark(clause.at)}if ({first}) {{ {checked(emitter, clause.predicate, entered)} }} "
                f"else {{ {checked(emitter, clause.predicate, again)} }}"
            )
        code = f"{' '.join(tests)} {first} = 0;"
        return [
            *replacing_comments(group, [f"{{ _Bool {first} = 1; "]),
            *inserted_in_loop(site, code, group.at),
            Edit(site.end, site.end, " }", group.at),
            *_at_beginning(group, emitter),
        ]

    # ---- functions

    def _functions(self, group: Group, site: FunctionSite) -> list[str]:
        has_body = site.name in self.bodies
        texts: list[str] = []
        if has_body:
            texts.append(f"{site.header_text(BODY + site.name)};")
        if has_body and site.name in self.run:
            texts.append(self._around_body(group, site, site.name, self._required))
        else:
            texts.append(self._instead_of_body(group, site))
        if has_body:
            texts.append(self._around_body(group, site, PROVE + site.name, self._assumed))
        return texts

    def _around_body(
        self, group: Group, site: FunctionSite, name: str, before: Callable[[Emitter, Group, FunctionSite], str]
    ) -> str:
        emitter = self._emitter()
        required = before(emitter, group, site)
        ensured = " ".join(
            f"{mark(each.at)}{checked(emitter, each.predicate, self._of_function(each, group, site), has_early=True)}"
            for each in group.of(Role.ENSURES)
        )
        call = f"{BODY}{site.name}({', '.join(site.parameters)});"
        called = call if site.is_void else f"__auto_type {RESULT} = {call}"
        returned = "" if site.is_void else f"return {RESULT};"
        early = " ".join(emitter.early)
        at_end = f"{RETURNED}();" if name == PROVE + site.name else ""
        return f"{site.header_text(name)} {{ {required} {early} {called} {ensured} {at_end} {returned} }}"

    def _required(self, emitter: Emitter, group: Group, site: FunctionSite) -> str:
        return " ".join(
            f"{mark(each.at)}{checked(emitter, each.predicate, self._of_function(each, group, site))}"
            for each in group.of(Role.REQUIRES)
        )

    def _assumed(self, emitter: Emitter, group: Group, site: FunctionSite) -> str:
        required = (f"{mark(each.at)}{assumed(emitter, each.predicate)}" for each in group.of(Role.REQUIRES))
        locations = [location for clause in group.assigns for location in clause.locations]
        frame = "__surefoot_frame(0);" if group.assigns else ""
        return " ".join((*required, frame, *(self._assigned(emitter, each, site) for each in locations)))

    def _assigned(self, emitter: Emitter, location: Location, site: FunctionSite) -> str:
        """Tell lowering that ``location`` may be changed."""
        here = mark(location.at)
        if isinstance(location.base, Name) and location.first is None:
            if location.base.name in site.parameters:
                text = f"{location.base.name} is a parameter, which no caller sees changed"
                raise AnnotationError(text, location.at, "leave it out")
            return f"{here}__surefoot_frame(&{location.base.name});"
        self._stretches += 1
        base = emitter.term(location.base, {})
        if location.first is None or location.last is None:
            return f"{here}__surefoot_assigned({self._stretches}, &({base.text}), sizeof({base.text}));"
        found = self._stretch(emitter, location)
        size = f"(unsigned long)({found.size.text})"
        return f"{here}if ({found.is_some} && {found.is_near}) __surefoot_assigned({self._stretches}, {found.start}, {size});"

    def _stretch(self, emitter: Emitter, location: Location) -> Stretch:
        base = emitter.term(location.base, {})
        if not isinstance(base.type, Pointer) or location.first is None or location.last is None:
            raise AnnotationError("a range of something that is no array", location.at)
        return emitter.stretch(base, location.first, location.last, {}, location.at)

    def _of_function(self, clause: Clause, group: Group, site: FunctionSite) -> Wording:
        text = f"{clause.role.value} {clause.text} of {site.name} is violated"
        return self._wording(clause, group.at, text)

    def _instead_of_body(self, group: Group, site: FunctionSite) -> str:
        emitter = self._emitter()
        required = self._required(emitter, group, site)
        ensured = " ".join(f"{mark(each.at)}{assumed(emitter, each.predicate)}" for each in group.of(Role.ENSURES))
        if not group.assigns:
            hint = "write what the function may change, or assigns \\nothing;"
            text = f"the contract of {site.name} cannot stand for its body: it has no assigns clause"
            raise AnnotationError(text, group.at, hint)
        forgotten = " ".join(
            self._forgotten(emitter, location) for clause in group.assigns for location in clause.locations
        )
        unknown = emitter.fresh("unknown")
        result = (
            ""
            if site.is_void
            else f"extern __typeof__({site.name}({', '.join(site.parameters)})) {unknown}(void); __auto_type {RESULT} = {unknown}();"
        )
        returned = "" if site.is_void else f"return {RESULT};"
        early = " ".join(emitter.early)
        required += self._apart(group, site)
        return f"{site.header_text(site.name)} {{ {required} {early} {forgotten} {result} {ensured} {returned} }}"

    def _apart(self, group: Group, site: FunctionSite) -> str:
        """Pointers are equal or into different objects: a function is proved for such alone."""
        pointers = [each for each in site.parameters if isinstance(self.types.get(Name(each, group.at)), Pointer)]
        checks: list[str] = []
        for one, other in combinations(pointers, 2):
            ends = (f"((unsigned long){each} + {OBJECT_SIZE}((const void *){each}))" for each in (one, other))
            same = f"(const void *){one} == (const void *){other}"
            text = f"{one} and {other}, given to {site.name}, point into one object"
            holds = f"{same} || {one} == 0 || {other} == 0 || {' != '.join(ends)}"
            checks.append(f' {CHECK}(0, {holds}, "{text}", 0, 1);'.replace('\\"', '"'))
        return "".join(checks)

    def _forgotten(self, emitter: Emitter, location: Location) -> str:
        base = emitter.term(location.base, {})
        here = mark(location.at)
        if location.first is not None and location.last is not None:
            found = self._stretch(emitter, location)
            forget = f"__surefoot_forget({found.start}, (unsigned long)({found.size.text}));"
            return (
                f'{here}if ({found.is_some}) {{ {CHECK}(0, {found.is_near}, "too much is assigned", 0, 1); {forget} }}'
            )
        if isinstance(base.type, Opaque):
            return f"{here}__surefoot_forget(&({base.text}), sizeof({base.text}));"
        unknown = emitter.fresh("unknown")
        return f"{here}{{ extern __typeof__({base.text}) {unknown}(void); {base.text} = {unknown}(); }}"


def _at_beginning(group: Group, emitter: Emitter) -> list[Edit]:
    """What has to be kept from the beginning of the function around."""
    if not emitter.early:
        return []
    if group.body is None:
        raise AnnotationError("\\old is not supported here", group.at, "the beginning of the function is not found")
    return [Edit(group.body, group.body, f" {' '.join(emitter.early)} ", group.at)]
