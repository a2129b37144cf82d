"""Whether there is anything in a program that the property asks for.

Clang leaves out an assertion that holds by its constants, so a program without checks may still have had some: the
preprocessed sources tell.
"""

import re
from typing import Final

from surefoot.base.caveats import Caveat, Lean
from surefoot.frontend.lower.library.termination import ASSERTION_FUNCTIONS
from surefoot.program.check_sites import check_sites
from surefoot.program.program import Program
from surefoot.program.properties import ANNOTATIONS, COMPETITION, Property
from surefoot.program.statements import CheckKind

_WRITTEN: Final = frozenset({CheckKind.ASSERTION, CheckKind.ERROR_CALL}) | ANNOTATIONS
"""The checks that are in a program only if somebody wrote them."""
_MARKER: Final = re.compile(r'# \d+ ".*"((?: \d)*)\Z')
_IN_SYSTEM_HEADER: Final = "3"


def has_checks(program: Program, property: Property) -> bool:
    """Whether a run of ``program`` can get to a check of ``property``, as far as control flow tells."""
    return bool(check_sites(program, property))


def must_have_checks(property: Property) -> bool:
    """Whether a proof is worth nothing without checks: where users say themselves what has to hold.

    For the competition it is an answer that error functions are never called also for programs that do not mention them, and
    a program without arithmetic has no overflow.
    """
    return property not in COMPETITION and bool(property.violations & _WRITTEN)


def mentions_checks(preprocessed: str, property: Property) -> bool:
    """Whether the program itself, not the headers of the system, contains something to check."""
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
    """The entry in the ledger for a program without checks."""
    looked_for = f"call of {' or '.join(property.error_functions)}"
    if CheckKind.ASSERTION in property.violations:
        looked_for = f"assertion and no {looked_for}"
    if property.violations - _WRITTEN:
        looked_for += " and nothing else that could go wrong"
    return Caveat("front end", Lean.CHECKS_NOTHING, f"there is no {looked_for} in the program")
