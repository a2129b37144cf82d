"""Instrumentation: code for annotations in place of the comments; every line keeps its number.

The function ``f`` with contract {P} f {Q} and ``assigns A`` becomes

* ``__surefoot_body_f``, its body;
* ``f``, either ``check P; body; check Q`` or, to use the contract, ``check P; havoc A; assume Q``;
* ``__surefoot_prove_f``, its proof harness ``assume P; body; check Q``.
"""

import re
from collections.abc import Callable, Collection, Mapping
from itertools import combinations

from surefoot.base.records import dataclass, field
from surefoot.frontend.acsl.annotated import AnnotatedFile, Group
from surefoot.frontend.acsl.attachment import FunctionSite, LoopSite
from surefoot.frontend.acsl.contracts import BODY, GENERATED, PROVE
from surefoot.frontend.acsl.emission import OBJECT_SIZE, RESULT, ElementRange, Emitter
from surefoot.frontend.acsl.source_text import AnnotationError, Edit, EditedText, edited, mark
from surefoot.frontend.acsl.statements import CHECK, RETURNED, CheckLabel, assumed, checked, checked_in_loop
from surefoot.frontend.acsl.syntax import Clause, Holds, Location, Name, Role, Term, Truth
from surefoot.frontend.acsl.type_queries import as_statement, inserted_in_loop, replacing_comments
from surefoot.frontend.acsl.typed_code import Code, Integer, Opaque, Pointer, Type, compared, number_of
from surefoot.program.check_sites import DECREASES, LOOP_VARIANT

_LONGJMP = re.compile(r"\blongjmp\b")
_ACTIVE, _MEASURE = f"{GENERATED}active_", f"{GENERATED}measure_"
"""Prefixes of variables for the innermost call of a function: whether there is one, and its measure."""
_CONTRACT, _ESTABLISHED, _PRESERVED = range(3)
"""The numbers of the kinds of checks, in the order of lowering."""


@dataclass(slots=True)
class Instrumenter:
    """Generator of the instrumented text of ``file``.

    ``types`` are the types of the active terms and ``bodies`` the functions with a body. Calls of
    ``run`` run the body, all others use the contract.
    """

    file: AnnotatedFile
    types: Mapping[Term, Type]
    bodies: Collection[str]
    run: Collection[str]
    uses_unsigned: bool = True
    display_names: dict[str, str] = field(default_factory=lambda: {RESULT: "\\result"})
    """Names of generated C variables in reports."""
    _emitters: int = 0
    _range_count: int = 0

    def text(self) -> EditedText:
        """Return the instrumented text; raises `AnnotationError`."""
        edits: list[Edit] = []
        for group in self.file.groups:
            edits += self._group_edits(group)
        for name in self.file.contracts:
            edits += (
                Edit(each.start, each.end, BODY + name, each.start)
                for each in self.file.definitions(name)
                if name in self.bodies
            )
        return edited(self.file.source.text, edits)

    def _group_edits(self, group: Group) -> list[Edit]:
        match group.site:
            case FunctionSite() as site:
                return replacing_comments(group, self._function_code(group, site))
            case LoopSite() as site:
                return self._in_loop(group, site)
            case None:
                return self._assertions(group)

    def _emitter(self) -> Emitter:
        self._emitters += 1
        emitter = Emitter(self.types, f"{self.file.number}_{self._emitters}", uses_unsigned=self.uses_unsigned)
        emitter.display_names = self.display_names
        return emitter

    def _label(self, clause: Clause, code_at: int, text: str, kind: int = _CONTRACT) -> CheckLabel:
        here, there = self.file.source.span(code_at), self.file.source.span(clause.at)
        return CheckLabel(kind, text, there.line - here.line, there.column)

    # ---- assertions and loops

    def _assertions(self, group: Group) -> list[Edit]:
        emitter = self._emitter()
        parts = [
            f"{mark(each.at)}{checked(emitter, each.predicate, self._label(each, group.at, f'assert {each.text} is violated'))}"
            for each in group.of(Role.ASSERT)
        ]
        return [*replacing_comments(group, [as_statement(group, " ".join(parts))]), *_prologue_edits(group, emitter)]

    def _in_loop(self, group: Group, site: LoopSite) -> list[Edit]:
        emitter = self._emitter()
        first = emitter.fresh("first")
        tests: list[str] = []
        for clause in group.of(Role.INVARIANT):
            text = f"loop invariant {clause.text}"
            established = self._label(
                clause, site.before, f"{text} does not hold when the loop is entered", _ESTABLISHED
            )
            preserved = self._label(clause, site.before, f"{text} is not preserved by an iteration", _PRESERVED)
            tests.append(mark(clause.at) + checked_in_loop(emitter, clause.predicate, first, established, preserved))
        variables = ""
        for clause in group.of(Role.VARIANT):
            declared, test = self._variant(emitter, clause, site, first)
            variables += declared
            tests.append(test)
        code = f"{' '.join(tests)} {first} = 0;"
        return [
            *replacing_comments(group, [f"{{ _Bool {first} = 1; {variables}"]),
            *inserted_in_loop(site, code, group.at),
            Edit(site.end, site.end, " }", group.at),
            *_prologue_edits(group, emitter),
        ]

    def _variant(self, emitter: Emitter, clause: Clause, site: LoopSite, first: str) -> tuple[str, str]:
        """Return the declaration of a variable for the last value of a variant, and the check at the
        loop head that it decreased from a value that was not negative.

        The check is made on every path, so that the loop cannot be repeated without it.
        """
        value, ctype = _measured(emitter, clause)
        previous = Code(emitter.fresh("variant"), value.type)
        label = self._label(clause, site.before, f"{LOOP_VARIANT} {clause.text} does not decrease, or is negative")
        check = _falls(value, previous, first, label)
        return f"{ctype} {previous.text} = 0; ", f"{mark(clause.at)}{check} {previous.text} = {value.text};"

    # ---- functions

    def _function_code(self, group: Group, site: FunctionSite) -> list[str]:
        has_body = site.name in self.bodies
        texts = [
            f"static _Bool {_ACTIVE}{site.name}; static {_measured(self._emitter(), each)[1]} {_MEASURE}{site.name};"
            for each in group.of(Role.DECREASES)
        ]
        if has_body:
            texts.append(f"{site.header_text(BODY + site.name)};")
        if has_body and site.name in self.run:
            texts.append(self._wrapper(group, site, site.name, self._checked_requires))
        else:
            texts.append(self._contract_stub(group, site))
        if has_body:
            texts.append(self._wrapper(group, site, PROVE + site.name, self._assumed_requires))
        return texts

    def _wrapper(
        self, group: Group, site: FunctionSite, name: str, before: Callable[[Emitter, Group, FunctionSite], str]
    ) -> str:
        emitter = self._emitter()
        required = before(emitter, group, site)
        ensured = " ".join(self._checked_clause(emitter, each, group, site) for each in group.of(Role.ENSURES))
        call = f"{BODY}{site.name}({', '.join(site.parameters)});"
        called = call if site.is_void else f"__auto_type {RESULT} = {call}"
        returned = "" if site.is_void else f"return {RESULT};"
        is_harness = name == PROVE + site.name
        for clause in group.of(Role.DECREASES):
            entered, left = self._measured_call(emitter, clause, group, site, is_checked=not is_harness)
            called = f"{entered} {called} {left}"
        prologue = " ".join(emitter.prologue)
        at_end = f"{RETURNED}();" if is_harness else ""
        return f"{site.header_text(name)} {{ {required} {prologue} {called} {ensured} {at_end} {returned} }}"

    def _measured_call(
        self, emitter: Emitter, clause: Clause, group: Group, site: FunctionSite, *, is_checked: bool
    ) -> tuple[str, str]:
        """Return the code before and after a call of a function with a measure: the check that it is
        less than in the enclosing call of the function, and that call's measure is restored.
        """
        if _LONGJMP.search(self.file.source.text):
            raise AnnotationError("decreases in a file that jumps out of functions (longjmp)", clause.at)
        value, ctype = _measured(emitter, clause)
        active, outer = f"{_ACTIVE}{site.name}", f"{_MEASURE}{site.name}"
        check = self._decreases(emitter, clause, group, site) if is_checked else ""
        was, before = emitter.fresh("active"), emitter.fresh("measure")
        saved = f"_Bool {was} = {active}; {ctype} {before} = {outer};"
        return f"{check} {saved} {outer} = {value.text}; {active} = 1;", f"{active} = {was}; {outer} = {before};"

    def _decreases(self, emitter: Emitter, clause: Clause, group: Group, site: FunctionSite) -> str:
        """Return the check that a measure is less than in the enclosing call, if there is one."""
        value, _ = _measured(emitter, clause)
        text = f"{DECREASES} {clause.text} of {site.name}: it does not, or is negative in the enclosing call"
        label = self._label(clause, group.at, text)
        outer = Code(f"{_MEASURE}{site.name}", value.type)
        return f"{mark(clause.at)}{_falls(value, outer, f'!{_ACTIVE}{site.name}', label)}"

    def _checked_requires(self, emitter: Emitter, group: Group, site: FunctionSite) -> str:
        return " ".join(self._checked_clause(emitter, each, group, site) for each in group.of(Role.REQUIRES))

    def _checked_clause(self, emitter: Emitter, clause: Clause, group: Group, site: FunctionSite) -> str:
        return f"{mark(clause.at)}{checked(emitter, clause.predicate, self._clause_label(clause, group, site))}"

    def _assumed_requires(self, emitter: Emitter, group: Group, site: FunctionSite) -> str:
        required = (f"{mark(each.at)}{assumed(emitter, each.predicate)}" for each in group.of(Role.REQUIRES))
        locations = [location for clause in group.assigns for location in clause.locations]
        frame = "__surefoot_frame(0);" if group.assigns else ""
        return " ".join((*required, frame, *(self._assigned(emitter, each, site) for each in locations)))

    def _assigned(self, emitter: Emitter, location: Location, site: FunctionSite) -> str:
        """Return code that declares ``location`` as assignable."""
        here = mark(location.at)
        if isinstance(location.base, Name) and location.first is None:
            if location.base.name in site.parameters:
                text = f"assigns names the parameter {location.base.name}, whose changes callers cannot observe"
                raise AnnotationError(text, location.at, "remove it from the clause")
            return f"{here}__surefoot_frame(&{location.base.name});"
        self._range_count += 1
        base = emitter.term(location.base, {})
        if location.first is None or location.last is None:
            return f"{here}__surefoot_assigned({self._range_count}, &({base.text}), sizeof({base.text}));"
        found = self._element_range(emitter, location)
        size = f"(unsigned long)({found.size.text})"
        return f"{here}if ({found.is_nonempty} && {found.fits_pointer}) __surefoot_assigned({self._range_count}, {found.start}, {size});"

    def _element_range(self, emitter: Emitter, location: Location) -> ElementRange:
        base = emitter.term(location.base, {})
        if not isinstance(base.type, Pointer) or location.first is None or location.last is None:
            raise AnnotationError("a range needs an array or a pointer", location.at)
        return emitter.element_range(base, location.first, location.last, {}, location.at)

    def _clause_label(self, clause: Clause, group: Group, site: FunctionSite) -> CheckLabel:
        role = "" if clause.is_about_behaviors else f"{clause.role.value} "
        text = f"{role}{clause.text} of {site.name} is violated"
        return self._label(clause, group.at, text)

    def _contract_stub(self, group: Group, site: FunctionSite) -> str:
        emitter = self._emitter()
        required = self._checked_requires(emitter, group, site)
        has_body = site.name in self.bodies
        unproved = [each for each in group.of(Role.ENSURES) if each.is_about_behaviors and not has_body]
        ensured = " ".join(
            (
                *(self._checked_clause(emitter, each, group, site) for each in unproved),
                *(
                    f"{mark(each.at)}{assumed(emitter, each.predicate, may_weaken=has_body)}"
                    for each in group.of(Role.ENSURES)
                    if each not in unproved
                ),
            )
        )
        if not group.assigns:
            hint = "list the memory that the function may change, or write assigns \\nothing;"
            text = f"the contract of {site.name} cannot replace its body: it has no assigns clause"
            raise AnnotationError(text, group.at, hint)
        havocked = " ".join(
            self._havocked(emitter, location) for clause in group.assigns for location in clause.locations
        )
        unknown = emitter.fresh("unknown")
        result = (
            ""
            if site.is_void
            else f"extern __typeof__({site.name}({', '.join(site.parameters)})) {unknown}(void); __auto_type {RESULT} = {unknown}();"
        )
        returned = "" if site.is_void else f"return {RESULT};"
        prologue = " ".join(emitter.prologue)
        required += self._separation_checks(group, site)
        required += "".join(self._decreases(emitter, each, group, site) for each in group.of(Role.DECREASES))
        return f"{site.header_text(site.name)} {{ {required} {prologue} {havocked} {result} {ensured} {returned} }}"

    def _separation_checks(self, group: Group, site: FunctionSite) -> str:
        """Check that pointer arguments are null, equal or into different objects, which the proof
        of the function assumes.
        """
        pointers = [each for each in site.parameters if isinstance(self.types.get(Name(each, group.at)), Pointer)]
        checks: list[str] = []
        for one, other in combinations(pointers, 2):
            ends = (f"((unsigned long){each} + {OBJECT_SIZE}((const void *){each}))" for each in (one, other))
            same = f"(const void *){one} == (const void *){other}"
            text = f"arguments {one} and {other} of {site.name} point into the same object"
            holds = f"{same} || {one} == 0 || {other} == 0 || {' != '.join(ends)}"
            checks.append(f' {CHECK}(0, {holds}, "{text}", 0, 1);'.replace('\\"', '"'))
        return "".join(checks)

    def _havocked(self, emitter: Emitter, location: Location) -> str:
        base = emitter.term(location.base, {})
        here = mark(location.at)
        if location.first is not None and location.last is not None:
            found = self._element_range(emitter, location)
            forget = f"__surefoot_forget({found.start}, (unsigned long)({found.size.text}));"
            return f'{here}if ({found.is_nonempty}) {{ {CHECK}(0, {found.fits_pointer}, "the assigned range is too large", 0, 1); {forget} }}'
        if isinstance(base.type, Opaque):
            return f"{here}__surefoot_forget(&({base.text}), sizeof({base.text}));"
        unknown = emitter.fresh("unknown")
        return f"{here}{{ extern __typeof__({base.text}) {unknown}(void); {base.text} = {unknown}(); }}"


def _measured(emitter: Emitter, clause: Clause) -> tuple[Code, str]:
    """Return the integer of a variant, and its type."""
    predicate = clause.predicate
    value = emitter.term(predicate.term if isinstance(predicate, Holds) else Truth(predicate, clause.at), {})
    if not isinstance(value.type, Integer):
        raise AnnotationError("a variant is an integer", clause.at)
    return value, value.type.ctype


def _falls(value: Code, previous: Code, unless: str, label: CheckLabel) -> str:
    """Return the check that ``value`` is less than ``previous``, which is not negative."""
    falls = f"{compared('<=', number_of(0), previous)} && {compared('<', value, previous)}"
    return label.check(f"{unless} || ({falls})")


def _prologue_edits(group: Group, emitter: Emitter) -> list[Edit]:
    """Return the declarations for the entry of the enclosing function."""
    if not emitter.prologue:
        return []
    if group.body is None:
        raise AnnotationError(
            "\\old is not supported here: the enclosing function is not found",
            group.at,
            "macros must not hide its braces",
        )
    return [Edit(group.body, group.body, f" {' '.join(emitter.prologue)} ", group.at)]
