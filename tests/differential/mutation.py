"""Programs that differ from a given one in a single token, and which of them the machine sees fail."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from differential.native import DoesNotCompile, object_of, output_of

RUNTIME = Path(__file__).parent / "mutation_runtime" / "many_runs.c"
TOKEN = re.compile(
    r"""(?P<skipped>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|^[ \t]*(?:\#|extern\b)[^\n]*)
    |(?P<number>\b(?:0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)(?![\w.]))
    |(?P<word>[A-Za-z_]\w*|[0-9][\w.]*)
    |(?P<operator><<=|>>=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^<>=!~])""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
REPLACEMENTS = {
    "<": ("<=", ">", ">="),
    "<=": ("<", ">=", ">"),
    ">": (">=", "<", "<="),
    ">=": (">", "<=", "<"),
    "==": ("!=", "<=", ">="),
    "!=": ("==", "<", ">"),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
    "&": ("|", "^"),
    "|": ("&", "^"),
    "<<": (">>",),
    ">>": ("<<",),
    "&&": ("||",),
    "||": ("&&",),
    "++": ("--",),
    "--": ("++",),
    "+=": ("-=", "="),
    "-=": ("+=", "="),
    "&=": ("|=", "="),
    "|=": ("&=", "="),
    "!": ("",),
    "break": ("continue",),
    "continue": ("break",),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """The text of a program in which the token ``old`` at ``line`` became ``new``."""

    text: str
    line: int
    old: str
    new: str


def mutants(text: str) -> Iterator[Mutant]:
    """Yield every program that differs from ``text`` in one operator, constant or jump; some do not compile."""
    for token in TOKEN.finditer(text):
        old = token.group()
        for new in _others(token):
            changed = text[: token.start()] + new + text[token.end() :]
            yield Mutant(changed, text.count("\n", 0, token.start()) + 1, old, new)


def unsafe_mutants(text: str, seed: int, folder: Path) -> Iterator[Mutant]:
    """Return the mutants of ``text`` in a random order that fail an assertion in one of many native runs."""
    found = list(mutants(text))
    Random(seed).shuffle(found)
    runtime = object_of(RUNTIME, folder)
    return (mutant for mutant in found if _fails(mutant, runtime, folder))


def _others(token: re.Match[str]) -> tuple[str, ...]:
    if token.lastgroup == "number":
        value = int(token.group(), 0)
        return (str(value + 1), str(value - 1)) if value else ("1",)
    return REPLACEMENTS.get(token.group(), ())


def _fails(mutant: Mutant, runtime: Path, folder: Path) -> bool:
    """Return whether some native run fails an assertion. Those that hang, crash or read endlessly do not."""
    source = folder / "mutant.c"
    source.write_text(mutant.text)
    try:
        printed = output_of([source, runtime], folder, "-Dmain=program")
    except DoesNotCompile:
        return False
    return printed is not None and int(printed) > 0
