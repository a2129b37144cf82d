"""The blocks of a function while it is translated."""

from surefoot.base.spans import Span
from surefoot.logic import Term
from surefoot.program.program import Block
from surefoot.program.statements import Branch, Goto, Statement, Terminator


class Code:
    """Blocks, the last of which may be open: what no run can get to is left out."""

    def __init__(self) -> None:
        self.blocks: dict[str, Block] = {}
        self._label: str | None = None
        self._statements: list[Statement] = []
        self._labels = 0
        self.open(self.label("entry"))

    @property
    def is_open(self) -> bool:
        """Whether runs can get here."""
        return self._label is not None

    def label(self, meaning: str) -> str:
        """A new label."""
        self._labels += 1
        return f"{meaning} {self._labels}"

    def emit(self, statement: Statement) -> None:
        """Add a statement to the open block."""
        if self.is_open:
            self._statements.append(statement)

    def close(self, terminator: Terminator) -> None:
        """End the open block."""
        if self._label is not None:
            self.blocks[self._label] = Block(self._label, tuple(self._statements), terminator)
        self._label, self._statements = None, []

    def goto(self, label: str, span: Span | None) -> None:
        """End the open block with a jump."""
        self.close(Goto(label, span))

    def branch(self, condition: Term, then: str, otherwise: str, span: Span | None) -> None:
        """End the open block with a choice."""
        self.close(Branch(condition, then, otherwise, span))

    def open(self, label: str) -> None:
        """Begin a block.  Requires  none is open."""
        self._label = label
