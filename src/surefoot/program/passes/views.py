"""Passes of each view of a program, in the order in which they are applied."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from surefoot.base.spans import Span
from surefoot.program.passes.argument_strings import SingleStrings
from surefoot.program.program import Program


class Pass(Protocol):
    """A transformation of programs that preserves their runs."""

    @property
    def name(self) -> str:
        """Name for messages, such as "string ends"."""
        ...

    def run(self, program: Program) -> Program:
        """Return the transformed program, or ``program`` itself if nothing in it has to change."""
        ...


def control_system_passes(blocks: Iterable[Span | None]) -> Sequence[Pass]:
    """Return the passes before the encoding as a control system, where copies and fills at
    ``blocks`` are loops.
    """
    from surefoot.program.passes.block_loops import BlockLoops  # many programs are unrolled only
    from surefoot.program.passes.string_ends import StringEnds

    return (StringEnds(), *(BlockLoops(span) for span in blocks))


def procedure_passes(blocks: Iterable[Span | None]) -> Sequence[Pass]:
    """Return the passes before the encoding as Horn clauses, where copies and fills at ``blocks``
    are loops.
    """
    from surefoot.program.passes.block_loops import BlockLoops  # few programs are recursive

    return tuple(BlockLoops(span) for span in blocks)


def unrolling_passes() -> Sequence[Pass]:
    """Return the passes before an unrolling, whose states have each argument string as an object of
    its own.
    """
    return (SingleStrings(),)


def apply_passes(passes: Iterable[Pass], program: Program) -> Program:
    """Return ``program`` after all ``passes``, the first of them first."""
    for each in passes:
        program = each.run(program)
    return program
