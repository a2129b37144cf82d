r"""Statements that check a predicate or assume it.

A check of ``\forall`` chooses one value of the variable instead of trying all in a loop, and so does an assumption of ``\exists``: a run fails, or goes on, for the
same values of everything else.
"""

from collections.abc import Callable, Mapping
from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.emission import Bound, Bounds, Emitter
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
"""What the code calls; lowering knows these functions by name."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a check is called where it fails: the number of its kind, the text, and its line and column from the place of the code."""

    kind: int
    text: str
    lines: int
    column: int


def checked(
    emitter: Emitter, predicate: Predicate, wording: Wording, bounds: Bounds | None = None, *, has_early: bool = False
) -> str:
    """Statements that fail unless ``predicate`` holds; with ``has_early``, values are chosen when the function begins."""

    def leaf(each: Predicate, known: Bounds) -> str:
        given = f'{wording.kind}, {emitter.truth(each, known)}, "{_escaped(wording.text)}"'
        return f"{CHECK}({given}, {wording.lines}, {wording.column});"

    def choose(each: Quantified, known: Bounds) -> str:
        variable = emitter.variable(each, known)
        declared = _chosen(variable)
        if has_early:
            emitter.early.append(declared)
        inner: Mapping[str, Bound] = {**known, each.variable: Bound(variable, is_early=has_early)}
        body = walk(each.body, inner)
        condition = emitter.range_of(each, variable, known)
        return f"{{ {'' if has_early else declared} if ({condition}) {{ {body} }} }}"

    def walk(each: Predicate, known: Bounds) -> str:
        match each:
            case Joined(Connective.AND, left, right):
                return f"{walk(left, known)} {walk(right, known)}"
            case Joined(Connective.IMPLIES, left, right):
                return f"if ({emitter.truth(left, known)}) {{ {walk(right, known)} }}"
            case Quantified(is_universal=True):
                return choose(each, known)
            case _:
                return leaf(each, known)

    return walk(predicate, bounds or {})


def assumed(emitter: Emitter, predicate: Predicate, bounds: Bounds | None = None) -> str:
    """Statements that end the run silently unless ``predicate`` holds."""

    def walk(each: Predicate, known: Bounds) -> str:
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

    def by_loop(each: Quantified, known: Bounds) -> str:
        variable = emitter.variable(each, known)
        body = walk(each.body, {**known, each.variable: Bound(variable)})
        return f"{emitter.loop_head(each, variable, known)} {{ {body} }}"

    def choose(each: Quantified, known: Bounds) -> str:
        variable = emitter.variable(each, known)
        body = walk(each.body, {**known, each.variable: Bound(variable)})
        return f"{{ {_chosen(variable)} {ASSUME}({emitter.range_of(each, variable, known)}); {body} }}"

    return walk(predicate, bounds or {})


def _chosen(variable: Code) -> str:
    ctype = variable.type.ctype if isinstance(variable.type, Integer) else ""
    return f"{ctype} {variable.text} = __surefoot_choice_{_CHOICES[ctype]}();"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


Placed = Callable[[int], tuple[int, int]]
"""The lines from the place of the code to a position of the file, and the column there."""
