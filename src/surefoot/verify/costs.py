"""The functions and loops on which an unrolling spent most blocks."""

from collections import Counter
from collections.abc import Mapping

from surefoot.program.program import Program
from surefoot.semantics.symbolic.loops import loop_heads
from surefoot.verify.limits import LIMITS

CostlyFunction = tuple[str, str, int, int, list[int]]
"""Name, file and line of a function, the number of its blocks that were executed, and the lines of
its loops, the most executed one first."""


def costly_functions(program: Program, visits: Mapping[tuple[str, str], int]) -> list[CostlyFunction]:
    """Return the functions of the user's source with the most executed blocks, by ``visits`` of
    functions and block labels; those of library models count for no function.
    """
    blocks: Counter[str] = Counter()
    for (name, _), count in visits.items():
        blocks[name] += count
    found: list[CostlyFunction] = []
    for name, count in blocks.most_common():
        function = program.functions.get(name)
        if function is None or function.span is None or function.span.is_library or name == program.entry != "main":
            continue
        loops = {label: visits.get((name, label), 0) for label in loop_heads(function)}
        ordered = sorted(loops, key=lambda label: -loops[label])
        lines = [span.line for span in (function.blocks[label].span for label in ordered) if span is not None]
        found.append((name, function.span.file, function.span.line, count, list(dict.fromkeys(lines))))
        if len(found) == LIMITS.costly_functions:
            break
    return found
