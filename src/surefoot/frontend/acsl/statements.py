r"""C statements that check or assume a predicate.

A check of ``\forall`` is made for one value of the variable instead of a loop over its range: an
arbitrary one that is the same for all checks of a run (`arbitrary_index`). A check that fails for
some value fails in the runs with that value, and no other statement depends on it. Thus a loop
invariant is a formula over the state, and implies another clause about the same index.

An assumption of ``\exists`` chooses an arbitrary value of the variable. The same states of the
program satisfy the assumption for some choice.
"""

from typing import Final

from surefoot.base.records import dataclass
from surefoot.frontend.acsl.emission import Bindings, BoundVariable, Emitter, arbitrary_index
from surefoot.frontend.acsl.syntax import Connective, Joined, Old, Predicate, Quantified, names_in, nodes_of
from surefoot.frontend.acsl.typed_code import Code, Integer, ctype_of

CHECK: Final = "__surefoot_contract"
ASSUME: Final = "__surefoot_assume"
RETURNED: Final = "__surefoot_returned"
CHOICE: Final = "__surefoot_choice_int"
_CHOICES: Final = {
    "int": "int",
    "long long": "long",
    "unsigned long long": "unsigned_long",
    "_BitInt(128)": "wide",
}
_INDICES: Final = 3
"""Universal quantifiers in one another that have constants; others choose a value at the check."""
_INDEX_DECLARATIONS: Final = " ".join(
    f"extern const {ctype} {arbitrary_index(ctype, depth)};" for ctype in _CHOICES for depth in range(_INDICES)
)
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
extern int {CHOICE}(void);
extern long long __surefoot_choice_long(void);
extern unsigned long long __surefoot_choice_unsigned_long(void);
extern _BitInt(128) __surefoot_choice_wide(void);
{_INDEX_DECLARATIONS}
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

    def check(self, condition: str) -> str:
        """Return the check that ``condition`` holds."""
        return f'{CHECK}({self.kind}, {condition}, "{escaped(self.text)}", {self.lines}, {self.column});'


def checked(
    emitter: Emitter,
    predicate: Predicate,
    label: CheckLabel,
    bindings: Bindings | None = None,
) -> str:
    """Return statements that fail unless ``predicate`` holds; a conclusion is reached where its
    premise holds.
    """

    def choose(each: Quantified, known: Bindings) -> str:
        variable, inner, declared = _universal(emitter, each, known)
        return f"{{ {declared} if ({emitter.range_of(each, variable, known)}) {{ {walk(each.body, inner)} }} }}"

    def walk(each: Predicate, known: Bindings) -> str:
        match each:
            case Joined(Connective.AND, left, right):
                return f"{walk(left, known)} {walk(right, known)}"
            case Joined(Connective.IMPLIES, left, right):
                return f"if ({emitter.truth(left, known)}) {{ {walk(right, known)} }}"
            case Quantified(is_universal=True):
                return choose(each, known)
            case _:
                return label.check(emitter.truth(each, known))

    return walk(predicate, bindings or {})


def checked_in_loop(
    emitter: Emitter, predicate: Predicate, first: str, established: CheckLabel, preserved: CheckLabel
) -> str:
    """Return statements that fail unless ``predicate`` holds: check ``established`` if ``first``,
    else check ``preserved``.

    Each conjunct is one formula, which is reached in every iteration.
    """

    def walk(each: Predicate, known: Bindings, premises: str) -> str:
        match each:
            case Joined(Connective.AND, left, right):
                return f"{walk(left, known, premises)} {walk(right, known, premises)}"
            case Joined(Connective.IMPLIES, left, right):
                return walk(right, known, f"{premises}!{emitter.truth(left, known)} || ")
            case Quantified(is_universal=True):
                variable, inner, declared = _universal(emitter, each, known)
                where = f"{premises}!{emitter.range_of(each, variable, known)} || "
                return f"{{ {declared} {walk(each.body, inner, where)} }}"
            case _:
                holds = emitter.fresh("holds")
                tests = f"if ({first}) {{ {established.check(holds)} }} else {{ {preserved.check(holds)} }}"
                return f"{{ _Bool {holds} = {premises}{emitter.truth(each, known)}; {tests} }}"

    return walk(predicate, {}, "")


def _universal(emitter: Emitter, quantified: Quantified, known: Bindings) -> tuple[Code, Bindings, str]:
    """Return the C variable that stands for a universally quantified one, the bindings with it, and
    the declaration of the variable that reports show.
    """
    shown = emitter.variable(quantified, known)
    ctype, depth = ctype_of(shown), sum(each.is_arbitrary_index for each in known.values())
    if depth >= _INDICES:
        return shown, {**known, quantified.variable: BoundVariable(shown)}, _chosen(shown)
    index = Code(arbitrary_index(ctype, depth), shown.type)
    inner = {**known, quantified.variable: BoundVariable(index, is_arbitrary_index=True)}
    return index, inner, f"{ctype} {shown.text} = {index.text};"


def assumed(emitter: Emitter, predicate: Predicate, *, may_weaken: bool = False) -> str:
    r"""Return statements that assume ``predicate``.

    With ``may_weaken``, a clause with ``\old`` of a term with a quantified variable is assumed for
    the arbitrary index only, because the loop over its range runs when the old value is gone.
    """

    def walk(each: Predicate, known: Bindings) -> str:
        match each:
            case Joined(Connective.AND, left, right):
                return f"{walk(left, known)} {walk(right, known)}"
            case Joined(Connective.IMPLIES, left, right):
                return f"if ({emitter.truth(left, known)}) {{ {walk(right, known)} }}"
            case Quantified(is_universal=True):
                is_old = may_weaken and _is_about_old_values(each)
                instance = at_index(each, known) if not known or is_old else ""
                return instance if is_old else f"{instance} {by_loop(each, known)}"
            case Quantified(is_universal=False):
                return choose(each, known)
            case _:
                return f"{ASSUME}({emitter.truth(each, known)});"

    def at_index(each: Quantified, known: Bindings) -> str:
        variable = emitter.variable(each, known)
        index = Code(arbitrary_index(ctype_of(variable), 0), variable.type)
        body = walk(each.body, {**known, each.variable: BoundVariable(index, is_arbitrary_index=True)})
        return f"if ({emitter.range_of(each, index, known)}) {{ {body} }}"

    def by_loop(each: Quantified, known: Bindings) -> str:
        variable = emitter.variable(each, known)
        body = walk(each.body, {**known, each.variable: BoundVariable(variable)})
        return f"{emitter.loop_head(each, variable, known)} {{ {body} }}"

    def choose(each: Quantified, known: Bindings) -> str:
        variable = emitter.variable(each, known)
        body = walk(each.body, {**known, each.variable: BoundVariable(variable)})
        return f"{{ {_chosen(variable)} {ASSUME}({emitter.range_of(each, variable, known)}); {body} }}"

    return walk(predicate, {})


def _is_about_old_values(quantified: Quantified) -> bool:
    r"""Return whether the body has an ``\old`` of a term with the quantified variable."""
    olds = (each for each in nodes_of(quantified.body) if isinstance(each, Old))
    return any(quantified.variable in names_in(each.of) for each in olds)


def _chosen(variable: Code) -> str:
    ctype = variable.type.ctype if isinstance(variable.type, Integer) else ""
    return f"{ctype} {variable.text} = __surefoot_choice_{_CHOICES[ctype]}();"


def escaped(text: str) -> str:
    """Return ``text`` as the contents of a C string."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
