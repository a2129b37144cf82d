"""``surefoot engines``: what can be given to ``--engine``."""

from argparse import Namespace

from surefoot.cli.output import ExitCode, say
from surefoot.engines.documentation import option_meanings
from surefoot.engines.registry import engine_class, engine_names, engine_options


def run(options: Namespace) -> ExitCode:
    """Print each engine with its options and their defaults."""
    lines: list[str] = []
    for name in (options.name,) if options.name else engine_names():
        engine = engine_class(name)
        summary = (engine.__doc__ or "").strip().splitlines()[0]
        lines += [name, f"    {summary}"]
        meanings = option_meanings(engine)
        for option in engine_options(engine):
            lines.append(f"    {option.name}={option.default} ({option.expected()})")
            lines += [f"        {meanings[option.name]}"] if option.name in meanings else []
    return ExitCode.SAFE if say("\n".join(lines) + "\n") else ExitCode.UNKNOWN
