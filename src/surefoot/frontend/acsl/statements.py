r"""C statements that check or assume a predicate.

A check of ``\forall``, and an assumption of ``\exists``, chooses one arbitrary value of the
variable instead of a loop over its range. The same states of the program fail the check, or satisfy
the assumption, for some choice.
"""

from collections.abc import Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.emission import Bindings, BoundVariable, Emitter
from surefoot.frontend.acsl.syntax import Connective, Joined, Predicate, Quantified
from surefoot.frontend.acsl.typed_code import Code, Integer

CHECK: Final = "__surefoot_contract"
ASSUME: Final = "__surefoot_assume"
RETURNED: Final = "__surefoot_returned"
_CHOICES: Final = {"int": "int", "long long": "long", "unsigned long long": "unsigned_long"}
PRELUDE: Final = f"""
extern void {CHECK}(int, int, const char *, int, int);
extern void {ASSUME}(int);
extern unsigned long __surefoot_object_size(const volatile void *);
extern unsigned long __surefoot_writable_size(const volatile void *);
extern unsigned long long __surefoot_unknown_number(void);
extern void __surefoot_forget(volatile void *, unsigned long);
extern void __surefoot_frame(const volatile void *);
extern void {RETURNED}(void);
extern void __surefoot_assigned(int, const volatile void *, unsigned long);
extern void __surefoot_type(int, int);
extern int __surefoot_choice_int(void);
extern long long __surefoot_choice_long(void);
extern unsigned long long __surefoot_choice_unsigned_long(void);
"""
"""Declarations of the functions that generated code calls; lowering implements them."""


@dataclass(frozen=True, slots=True)
class CheckLabel:
    """The description of a check in reports: its kind, its text, its lines from the generated code,
    and its column.
    """

    kind: int
    text: str
    lines: int
    column: int


def checked(
    emitter: Emitter,
    predicate: Predicate,
    label: CheckLabel,
    bindings: Bindings | None = None,
    *,
    in_prologue: bool = False,
) -> str:
    """Return statements that fail unless ``predicate`` holds; ``in_prologue`` moves choices of
    values to the function entry.
    """

    def leaf(each: Predicate, known: Bindings) -> str:
        given = f'{label.kind}, {emitter.truth(each, known)}, "{escaped(label.text)}"'
        return f"{CHECK}({given}, {label.lines}, {label.column});"

    def choose(each: Quantified, known: Bindings) -> str:
        variable = emitter.variable(each, known)
        declared = _chosen(variable)
        if in_prologue:
            emitter.prologue.append(declared)
        inner: Mapping[str, BoundVariable] = {**known, each.variable: BoundVariable(variable, in_prologue=in_prologue)}
        body = walk(each.body, inner)
        condition = emitter.range_of(each, variable, known)
        return f"{{ {'' if in_prologue else declared} if ({condition}) {{ {body} }} }}"

    def walk(each: Predicate, known: Bindings) -> str:
        match each:
            case Joined(Connective.AND, left, right):
                return f"{walk(left, known)} {walk(right, known)}"
            case Joined(Connective.IMPLIES, left, right):
                return f"if ({emitter.truth(left, known)}) {{ {walk(right, known)} }}"
            case Quantified(is_universal=True):
                return choose(each, known)
            case _:
                return leaf(each, known)

    return walk(predicate, bindings or {})


def assumed(emitter: Emitter, predicate: Predicate, bindings: Bindings | None = None) -> str:
    """Return statements that assume ``predicate``."""

    def walk(each: Predicate, known: Bindings) -> str:
        match each:
            case Joined(Connective.AND, left, right):
                return f"{walk(left, known)} {walk(right, known)}"
            case Joined(Connective.IMPLIES, left, right):
                return f"if ({emitter.truth(left, known)}) {{ {walk(right, known)} }}"
            case Quantified(is_universal=True):
                return by_loop(each, known)
            case Quantified(is_universal=False):
                return choose(each, known)
            case _:
                return f"{ASSUME}({emitter.truth(each, known)});"

    def by_loop(each: Quantified, known: Bindings) -> str:
        variable = emitter.variable(each, known)
        body = walk(each.body, {**known, each.variable: BoundVariable(variable)})
        return f"{emitter.loop_head(each, variable, known)} {{ {body} }}"

    def choose(each: Quantified, known: Bindings) -> str:
        variable = emitter.variable(each, known)
        body = walk(each.body, {**known, each.variable: BoundVariable(variable)})
        return f"{{ {_chosen(variable)} {ASSUME}({emitter.range_of(each, variable, known)}); {body} }}"

    return walk(predicate, bindings or {})


def _chosen(variable: Code) -> str:
    ctype = variable.type.ctype if isinstance(variable.type, Integer) else ""
    return f"{ctype} {variable.text} = __surefoot_choice_{_CHOICES[ctype]}();"


def escaped(text: str) -> str:
    """Return ``text`` as the contents of a C string."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
