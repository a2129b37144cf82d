"""Exit codes: what a script can rely on."""

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended; commands other than ``check`` end with SAFE when all went well."""

    SAFE = 0
    UNSAFE = 1
    USAGE = 2
    """The command line or an input file is wrong: nothing was checked."""
    UNKNOWN = 3
    """No verdict; the report says why and what to try."""
