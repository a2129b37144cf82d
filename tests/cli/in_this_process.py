"""``surefoot`` as a function: what it prints and ends with, without a Python that starts and imports everything anew.

The check itself is in a child process as always; the interpreter's start, its streams and signals are what `test_surroundings` and a few tests of each command look at.
"""

import io
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from surefoot.cli.main import main


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command ended with and said."""

    returncode: int
    stdout: str
    stderr: str


def surefoot(*arguments: str | Path, cwd: Path | None = None) -> Ended:
    """Run the command with these arguments, in ``cwd`` if it is given."""
    output, complaints = io.StringIO(), io.StringIO()
    with chdir(cwd or Path.cwd()), redirect_stdout(output), redirect_stderr(complaints):
        code = main([str(each) for each in arguments])
    return Ended(int(code), output.getvalue(), complaints.getvalue())
