"""The clauses that derive false, as checks that fail."""

from surefoot.program.statements import CheckKind
from surefoot.systems.control.system import Error
from surefoot.systems.formats.model import HornFile

DERIVED = "false can be derived"


def error_of(file: HornFile, clause: int, function: str) -> Error:
    """What it is to derive false by the clause of this number."""
    return Error(CheckKind.ASSERTION, DERIVED, file.spans[clause], function, is_violation=True)
