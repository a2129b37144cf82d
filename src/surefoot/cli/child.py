"""The commands whose only result is a text: it is made in a child process and printed, or written to a file."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from surefoot.base.errors import EnvironmentFault
from surefoot.base.supervision import JobRefused, JobReturned, JobStopped, ResourceLimits, supervise
from surefoot.cli.output import ExitCode, end_by, say, tell
from surefoot.report.whole_files import write_whole


def print_result(make: Callable[[], str], options: Namespace, failure: str, output: Path | None = None) -> ExitCode:
    """Say what ``make`` returns; what goes wrong on the way there is an error like any other, which begins with ``failure``."""
    ended = supervise(lambda _: make(), ResourceLimits(), lambda _: None)
    if ended.progress.signals:
        end_by(ended.progress.signals[0])
    match ended.outcome:
        case JobReturned(text):
            if output is not None:
                write_whole(output, text)
                return ExitCode.SAFE
            return ExitCode.SAFE if say(text) else ExitCode.UNKNOWN
        case JobRefused(error):
            raise error
        case JobStopped(_, detail, traceback):
            if options.debug:
                tell(*traceback.splitlines())
            raise EnvironmentFault(f"{failure}: {detail}")
