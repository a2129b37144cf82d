"""J from top to bottom: a file in, a `Program` out."""

from pathlib import Path

from surefoot.base.errors import InputError, UsageError
from surefoot.base.records import replace
from surefoot.frontend.check_presence import has_checks, must_have_checks, nothing_checked
from surefoot.frontend.j.bounds import MOST_BITS, MOST_DEPTH, MOST_ELEMENTS, USUAL, Bounds
from surefoot.frontend.j.checker import check
from surefoot.frontend.j.mistakes import Source
from surefoot.frontend.j.parser import parse
from surefoot.frontend.j.program import lower
from surefoot.program.program import Program
from surefoot.program.properties import Property
from surefoot.program.validate import validate


def load_j(path: Path, checked: Property, function: str | None = None, bounds: Bounds = USUAL) -> Program:
    """The program in the file at ``path`` within ``bounds``, or with longer ints if it needs them; raises `InputError` or `UsageError`."""
    for option, value, least, most in (
        ("--bits", bounds.bits, 2, MOST_BITS),
        ("--elements", bounds.elements, 1, MOST_ELEMENTS),
        ("--depth", bounds.depth, 1, MOST_DEPTH),
    ):
        if not least <= value <= most:
            raise UsageError(f"{option} is a number from {least} to {most}, not {value}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    source = Source(str(path), text)
    unit, enough = check(parse(source), source, bounds)
    program = lower(unit, enough, checked, function, str(path))
    validate(program)
    if must_have_checks(checked) and not has_checks(program, checked):
        program = replace(program, caveats=(*program.caveats, nothing_checked(checked)))
    return program
