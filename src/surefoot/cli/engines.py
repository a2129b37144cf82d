"""``surefoot engines``: what can be given to ``--engine``."""

import sys
from argparse import Namespace

from surefoot.cli.exits import ExitCode
from surefoot.engines.documentation import option_meanings
from surefoot.engines.registry import engine_class, engine_names, engine_options


def run(options: Namespace) -> ExitCode:
    """Print each engine with its options and their defaults."""
    for name in (options.name,) if options.name else engine_names():
        engine = engine_class(name)
        summary = (engine.__doc__ or "").strip().splitlines()[0]
        sys.stdout.write(f"{name}\n    {summary}\n")
        meanings = option_meanings(engine)
        for option in engine_options(engine):
            sys.stdout.write(f"    {option.name}={option.default} ({option.kind})\n")
            sys.stdout.write(f"        {meanings[option.name]}\n" if option.name in meanings else "")
    return ExitCode.SAFE
