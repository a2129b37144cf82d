"""``surefoot engines``: the engines with their options, and the limits of all packages."""

import ast
import inspect
import textwrap
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import surefoot
from surefoot.cli.output import ExitCode, print_output
from surefoot.engines.registry import engine_class, engine_names, engine_options


def field_documentation(record: type) -> dict[str, str]:
    """Return the documentation of the fields of ``record`` that have one, by name."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(record)))
    statements = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found: dict[str, str] = {}
    for field, text in pairwise(statements):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return found


def run(options: Namespace) -> ExitCode:
    """Print the engines with their options and defaults, or all limits."""
    lines = _limits() if options.limits else _engines((options.name,) if options.name else engine_names())
    return ExitCode.SAFE if print_output("\n".join(lines) + "\n") else ExitCode.UNKNOWN


def _engines(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        engine = engine_class(name)
        yield name
        yield from _wrapped(_summary(engine), "    ")
        documentation = field_documentation(engine)
        for option in engine_options(engine):
            yield f"    {option.name}={option.default} ({option.expected()})"
            yield from _wrapped(documentation.get(option.name.replace("-", "_"), ""), "        ")


def _limits() -> Iterator[str]:
    """Yield the fields of every ``LIMITS`` in a module ``limits``, with values and documentation."""
    for module in _limit_modules():
        limits = import_module(module).LIMITS
        documentation = field_documentation(type(limits))
        yield module.removeprefix("surefoot.").removesuffix(".limits")
        for name in type(limits).__annotations__:
            yield f"    {name} = {getattr(limits, name)}"
            yield from _wrapped(documentation.get(name, ""), "        ")


def _summary(engine: type) -> str:
    """Return the first paragraph of the engine's docstring."""
    return " ".join((engine.__doc__ or "").strip().partition("\n\n")[0].split())


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def _limit_modules() -> list[str]:
    """Return the modules ``limits`` of all packages."""
    root = Path(surefoot.__path__[0])
    found = sorted(path.relative_to(root.parent).with_suffix("") for path in root.rglob("limits.py"))
    return [".".join(path.parts) for path in found]
