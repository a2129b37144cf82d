"""``surefoot lsp``: the language server."""

from argparse import Namespace
from collections.abc import Iterator

from surefoot.base.errors import EnvironmentFault
from surefoot.cli.output import ExitCode


def run(options: Namespace) -> ExitCode:
    """Serve an editor on standard input and output."""
    try:
        from surefoot.service.lsp.server import make_server
    except ModuleNotFoundError as error:
        raise EnvironmentFault(f"{error.name} is missing; install it with: pip install 'surefoot[lsp]'") from None
    make_server(service_arguments(options)).start_io()
    return ExitCode.SAFE


def service_arguments(options: Namespace) -> list[str]:
    """Return the options of ``surefoot serve`` that a front end passes on."""
    return [*_given(options), *(("--", *options.clang_flags) if options.clang_flags else ())]


def _given(options: Namespace) -> Iterator[str]:
    if options.property:
        yield f"--property={options.property}"
    yield f"--unit-time={options.unit_time}s"
    yield f"--memory-limit={options.memory_limit}"
    if options.jobs:
        yield f"--jobs={options.jobs}"
    if options.compile_db:
        yield f"--compile-db={options.compile_db.absolute()}"
    if options.store:
        yield f"--store={options.store.absolute()}"
    if options.malloc_may_fail:
        yield "--malloc-may-fail"
    if options.no_store:
        yield "--no-store"
