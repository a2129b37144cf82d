"""``surefoot mcp``: the server of the Model Context Protocol."""

import asyncio
from argparse import Namespace

from surefoot.base.errors import EnvironmentFault, InputError
from surefoot.cli.lsp import service_arguments
from surefoot.cli.output import ExitCode


def run(options: Namespace) -> ExitCode:
    """Serve an agent on standard input and output."""
    try:
        from surefoot.service.mcp.server import serve_agent
    except ModuleNotFoundError as error:
        raise EnvironmentFault(f"{error.name} is missing; install it with: pip install 'surefoot[mcp]'") from None
    roots = [each.resolve() for each in options.folders]
    if wrong := next((each for each in roots if not each.is_dir()), None):
        raise InputError(f"{wrong} is not a folder; name folders of projects")
    store = options.store.absolute() if options.store else None
    asyncio.run(serve_agent(roots, store, service_arguments(options), keeps=not options.no_store))
    return ExitCode.SAFE
