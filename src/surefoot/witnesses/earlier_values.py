r"""Earlier values in expressions of transition invariants: ``\at(e, AnyPrev)``, ``\at(e, LastPrev)``."""

from surefoot.base.errors import InputError
from surefoot.base.records import dataclass
from surefoot.witnesses.expressions import checked_expression

ANY, LAST = "AnyPrev", "LastPrev"
_AT = "\\at"


@dataclass(frozen=True, slots=True)
class EarlierValue:
    """The ``expression`` whose value at an earlier visit is meant, any or the last one; ``name`` is
    the variable that stands for it.
    """

    name: str
    expression: str
    is_last: bool


def with_names(text: str, prefix: str) -> tuple[str, tuple[EarlierValue, ...]]:
    """Return the expression ``text`` with variables in place of earlier values, and these values.

    Raises `InputError` unless it is an expression without side effects.
    """
    if prefix.rstrip("0123456789") in text:
        raise InputError(f"the expression {text!r} uses a reserved name")
    found: dict[tuple[str, bool], EarlierValue] = {}
    rest = ""
    position = 0
    while (begin := text.find(_AT, position)) >= 0:
        opened = begin + len(_AT)
        opened += len(text[opened:]) - len(text[opened:].lstrip())
        end = _closing(text, opened)
        inner, _, label = text[opened + 1 : end].rpartition(",")
        if label.strip() not in {ANY, LAST} or _AT in inner:
            raise InputError(f"expected {_AT}(EXPRESSION, {ANY}) or {_AT}(EXPRESSION, {LAST}) in {text!r}")
        key = (checked_expression(inner), label.strip() == LAST)
        value = found.setdefault(key, EarlierValue(f"{prefix}_{len(found)}", *key))
        rest += f"{text[position:begin]} {value.name} "
        position = end + 1
    return rest + text[position:], tuple(found.values())


def _closing(text: str, opened: int) -> int:
    """Return the position of the parenthesis that closes that at ``opened``."""
    depth = 0
    for position in range(opened, len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if depth == 0 and text[opened] == "(":
            return position
    raise InputError(f"expected ( and ) after {_AT} in {text!r}")
