"""``surefoot serve``: the service for editors and agents."""

import os
from argparse import Namespace
from pathlib import Path

from surefoot.base.errors import InputError, UsageError
from surefoot.base.supervision import caught_signals
from surefoot.cli.output import ExitCode


def run(options: Namespace) -> ExitCode:
    """Serve one project until the input ends."""
    from surefoot.program.properties import property_named
    from surefoot.project.scan import ScanOptions
    from surefoot.project.store import FOLDER
    from surefoot.service.serve import serve

    if property_named(options.property or "default").is_termination:
        raise UsageError("the service checks safety properties; use `surefoot check --property termination`")
    root: Path = options.folder.resolve()
    if not root.is_dir():
        raise InputError(f"{options.folder} is not a folder; name the folder of a project")
    chosen = ScanOptions(
        options.property or "default",
        options.unit_time,
        options.memory_limit,
        options.jobs or max(1, (os.cpu_count() or 1) - 1),
        options.malloc_may_fail,
        None if options.no_store else (options.store or root / FOLDER).absolute(),
    )
    database = options.compile_db.absolute() if options.compile_db else None
    with caught_signals() as signals:
        serve(root, options.clang_flags, database, chosen, lambda: bool(signals))
    return ExitCode.SAFE
