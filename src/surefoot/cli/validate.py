"""``surefoot validate``: decides whether a witness is right, in a child process."""

from argparse import Namespace
from typing import TypedDict

from surefoot.base.errors import EnvironmentFault
from surefoot.base.supervision import ResourceLimits
from surefoot.cli.child import value_of
from surefoot.cli.output import ExitCode, print_output

_EXITS = {"confirmed": ExitCode.SAFE, "refuted": ExitCode.UNSAFE, "not confirmed": ExitCode.UNKNOWN}


class _Answer(TypedDict):
    answer: str
    reason: str


def run(options: Namespace) -> ExitCode:
    """Print the answer and its reason on one line; the exit code shows the answer."""
    limits = ResourceLimits(options.time_limit, options.memory_limit)
    try:
        found: _Answer = value_of(lambda: _answer(options), options, "stopped", limits)
    except EnvironmentFault as fault:
        found = {"answer": "not confirmed", "reason": str(fault)}
    if not print_output(f"{found['answer']}: {found['reason']}\n"):
        return ExitCode.UNKNOWN
    return _EXITS[found["answer"]]


def _answer(options: Namespace) -> _Answer:
    """Validate the witness; runs in the child process."""
    from surefoot.witnesses.validation import validate

    found = validate(
        options.witness,
        options.file,
        clang_flags=options.clang_flags,
        time_limit=options.time_limit,
        memory_limit=options.memory_limit,
    )
    return {"answer": found.answer, "reason": found.reason}
