"""``surefoot certify``: the question of ``surefoot check``, answered by a certificate instead of an engine."""

from argparse import Namespace

from surefoot.cli import check
from surefoot.cli.output import ExitCode


def run(options: Namespace) -> ExitCode:
    """Check the certificate in a child process, print the report, and say with the exit code what it says."""
    return check.run(options)
