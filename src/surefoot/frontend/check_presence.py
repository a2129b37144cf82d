"""Presence of checks in a program, without which a proof is vacuous.

Clang folds assertions over constants, so a program without checks may have had some: the
preprocessed sources decide.
"""

import re
from typing import Final

from surefoot.base.caveats import Caveat, Direction
from surefoot.frontend.lower.library.termination import ASSERTION_FUNCTIONS
from surefoot.program.check_sites import check_sites
from surefoot.program.program import Program
from surefoot.program.properties import ANNOTATIONS, COMPETITION, Property
from surefoot.program.statements import CheckKind

_WRITTEN: Final = frozenset({CheckKind.ASSERTION, CheckKind.ERROR_CALL}) | ANNOTATIONS
"""The checks that exist only where the program states them."""
_MARKER: Final = re.compile(r'# \d+ ".*"((?: \d)*)\Z')
_IN_SYSTEM_HEADER: Final = "3"


def has_checks(program: Program, property: Property) -> bool:
    """Return whether control flow of ``program`` reaches a check of ``property``."""
    return bool(check_sites(program, property))


def must_have_checks(property: Property) -> bool:
    """Return whether a proof of ``property`` is vacuous without checks: where users state what has
    to hold.

    Properties of SV-COMP are never vacuous: a program without calls of error functions satisfies
    them.
    """
    return property not in COMPETITION and bool(property.violations & _WRITTEN)


def mentions_checks(preprocessed: str, property: Property) -> bool:
    """Return whether the program, system headers excluded, contains a check."""
    names = [*property.error_functions, *(ASSERTION_FUNCTIONS if CheckKind.ASSERTION in property.violations else ())]
    call = re.compile(rf"(?<!\bvoid )\b(?:{'|'.join(map(re.escape, names))})\s*\(")
    is_own = True
    for line in preprocessed.splitlines():
        if marker := _MARKER.match(line):
            is_own = _IN_SYSTEM_HEADER not in marker[1].split()
        elif is_own and call.search(line):
            return True
    return False


def nothing_checked(property: Property) -> Caveat:
    """Return the caveat of a program without checks."""
    sought = f"call of {' or '.join(property.error_functions)}"
    if CheckKind.ASSERTION in property.violations:
        sought = f"assertion and no {sought}"
    if property.violations - _WRITTEN:
        sought += " and no operation with undefined behaviour"
    return Caveat("front end", Direction.HAS_NO_CHECKS, f"there is no {sought} in the program")
