"""Commands of ``surefoot`` run in the process of the tests, with their output and exit code.

The check itself runs in a child process as usual. The start of the interpreter, its streams and
signals are tested in `test_environment` and by a few tests of each command.
"""

import io
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from surefoot.cli.main import main


@dataclass(frozen=True, slots=True)
class Ended:
    """Exit code and output of a command."""

    returncode: int
    stdout: str
    stderr: str


def surefoot(*arguments: str | Path, cwd: Path | None = None) -> Ended:
    """Run the command with these arguments, in ``cwd`` if it is given."""
    output, complaints = io.StringIO(), io.StringIO()
    with chdir(cwd or Path.cwd()), redirect_stdout(output), redirect_stderr(complaints):
        code = main([str(each) for each in arguments])
    return Ended(int(code), output.getvalue(), complaints.getvalue())
