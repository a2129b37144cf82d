"""Specifications of the competition, as text and as sets of check kinds."""

import re
from collections.abc import Iterable

from surefoot.base.errors import InputError, UnsupportedError
from surefoot.program.properties import COMPETITION, TERMINATION_OR_OVERFLOW, UNREACH_CALL, Property
from surefoot.program.statements import CheckKind

_ASSERTION_FAILURE = "__assert_fail"
"""The function that ``assert`` calls."""
_END = "F end"
TERMINATION_TEXT = f"CHECK( init(main()), LTL({_END}) )"
_OVERFLOW = (CheckKind.SIGNED_OVERFLOW, CheckKind.DIVISION_OVERFLOW, CheckKind.CONVERSION)
_FORMULAS = {
    "G valid-deref": (CheckKind.INVALID_DEREFERENCE,),
    "G valid-free": (CheckKind.INVALID_FREE,),
    "G valid-memtrack": (CheckKind.MEMORY_LEAK,),
    "G valid-memcleanup": (CheckKind.UNFREED_MEMORY,),
    "G ! overflow": _OVERFLOW,
    "G def-behavior": (CheckKind.DIVISION_BY_ZERO, CheckKind.SHIFT, CheckKind.UNREACHABLE),
}
_CHECK = re.compile(r"CHECK\(\s*init\(\s*main\s*\(\s*\)\s*\)\s*,\s*LTL\((?P<formula>(?:(?!CHECK).)*)\)\s*\)")
_CALL = re.compile(r"G ! ?call\( ?(\w+) ?\( ?\) ?\)")


def specification_text(kinds: Iterable[CheckKind], error_functions: tuple[str, ...]) -> str | None:
    """Return the specification that no check of ``kinds`` fails, one formula a line; None if the
    competition has no formula for some kind.
    """
    formulas: dict[str, None] = {}
    for kind in sorted(kinds, key=lambda each: each.name):
        if kind is CheckKind.ERROR_CALL:
            formulas[f"G ! call({error_functions[0]}())"] = None
            continue
        if kind is CheckKind.ASSERTION:
            formulas[f"G ! call({_ASSERTION_FAILURE}())"] = None
            continue
        formula = next((formula for formula, members in _FORMULAS.items() if kind in members), None)
        if formula is None:
            return None
        formulas[formula] = None
    return "\n".join(f"CHECK( init(main()), LTL({each}) )" for each in formulas)


def property_of(specification: str) -> Property:
    """Return the property that ``specification`` states; raises `InputError` if it is none, and
    `UnsupportedError` if its formulas are not supported.
    """
    text = " ".join(specification.split())
    matches = list(_CHECK.finditer(text))
    if not matches or _CHECK.sub("", text).strip():
        raise InputError(f"specification {text!r} is no list of CHECK( init(main()), LTL(...) )")
    if [match["formula"].strip() for match in matches] == [_END]:
        return TERMINATION_OR_OVERFLOW
    kinds: set[CheckKind] = set()
    functions: list[str] = []
    for match in matches:
        formula = match["formula"].strip()
        call = _CALL.fullmatch(formula)
        if call is not None and call[1] == _ASSERTION_FAILURE:
            kinds.add(CheckKind.ASSERTION)
        elif call is not None:
            kinds.add(CheckKind.ERROR_CALL)
            functions.append(call[1])
        elif formula in _FORMULAS:
            kinds.update(_FORMULAS[formula])
        else:
            raise UnsupportedError(f"witnesses for the specification {formula!r} are not supported")
    known = UNREACH_CALL.error_functions
    names = known if all(each in known for each in functions) else tuple(functions)
    for each in COMPETITION:
        if each.violations == kinds and each.error_functions == names:
            return each
    return Property("witness", frozenset(kinds), names, text=text)
