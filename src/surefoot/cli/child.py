"""Commands whose only result is a value that a child process computes."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from surefoot.base.errors import EnvironmentFault
from surefoot.base.files import write_atomically
from surefoot.base.supervision import JobRefused, JobReturned, JobStopped, ResourceLimits, supervise
from surefoot.cli.output import ExitCode, end_by, print_error, print_output


def value_of(job: Callable[[], Any], options: Namespace, failure: str, limits: ResourceLimits | None = None) -> Any:  # noqa: ANN401 any JSON value
    """Return the value of ``job``, computed in a child process.

    Raises the job's error, or an `EnvironmentFault` that begins with ``failure`` if the child was
    stopped. A signal that interrupts the job ends this process, too.
    """
    ended = supervise(lambda _: job(), limits or ResourceLimits(), lambda _: None)
    if ended.progress.signals:
        end_by(ended.progress.signals[0])
    match ended.outcome:
        case JobReturned(value):
            return value
        case JobRefused(error):
            raise error
        case JobStopped(_, detail, traceback):
            if options.debug:
                print_error(*traceback.splitlines())
            raise EnvironmentFault(f"{failure}: {detail}")


def print_text(job: Callable[[], str], options: Namespace, failure: str, output: Path | None = None) -> ExitCode:
    """Print the text of ``job``, or write it to the file ``output``."""
    text = value_of(job, options, failure)
    if output is not None:
        write_atomically(output, text)
        return ExitCode.SAFE
    return ExitCode.SAFE if print_output(text) else ExitCode.UNKNOWN
