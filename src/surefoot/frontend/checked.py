"""Whether there is anything in a program that the property asks for.

Clang leaves out an assertion that holds by its constants, so a program without checks may still have had some: the
preprocessed sources tell.
"""

import re
from typing import Final

from surefoot.caveats import Caveat, Lean
from surefoot.frontend.lower.known_functions import ASSERTING
from surefoot.program.properties import ASSERTIONS, COMPETITION, Property
from surefoot.program.statements import CheckKind

_MARKER: Final = re.compile(r'# \d+ ".*"((?: \d)*)\Z')
_IN_SYSTEM_HEADER: Final = "3"
_FEW: Final = 2
"""How many kinds of checks are named."""


def must_have_checks(property: Property) -> bool:
    """Whether a proof is worth nothing without checks.

    That the competition's error functions are never called is an answer also for programs that do not mention them, and so it is that nothing overflows.
    """
    return property not in COMPETITION


def mentions_checks(preprocessed: str, property: Property) -> bool:
    """Whether the program itself, not the headers of the system, contains something to check."""
    names = [*property.error_functions, *(ASSERTING if CheckKind.ASSERTION in property.violations else ())]
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
    calls = f"call of {' or '.join(property.error_functions)}"
    looked_for = [
        calls if kind is CheckKind.ERROR_CALL else kind.value for kind in CheckKind if kind in property.violations
    ]
    if property == ASSERTIONS:
        looked_for.reverse()
    text = " and no ".join(looked_for) if len(looked_for) <= _FEW else f"operation that {property.name} is about"
    return Caveat("front end", Lean.CHECKS_NOTHING, f"there is no {text} in the program")
