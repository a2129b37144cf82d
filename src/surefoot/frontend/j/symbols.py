"""Variables and blocks of the lowered program: one variable for each scalar and each element of an
array.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from surefoot.base.spans import Span
from surefoot.frontend.j.bounds import Bounds
from surefoot.frontend.j.resolved import Kind, Variable
from surefoot.frontend.j.syntax import Scalar
from surefoot.logic import BOOL, TRUE, Op, Sort, Term, and_, bit_vector, bv, bvult, eq, extract, ite, variable
from surefoot.program.ctypes import CInteger, CType
from surefoot.program.program import Block, Role
from surefoot.program.program import Variable as ProgramVariable
from surefoot.program.statements import Branch, Goto, Statement, Terminator

_ROLES: Final = {  # a global that no function accesses is local to the statements of the file
    Kind.GLOBAL: Role.LOCAL,
    Kind.PARAMETER: Role.PARAMETER,
    Kind.LOCAL: Role.LOCAL,
    Kind.RESULT: Role.LOCAL,
    Kind.BOUND: Role.LOCAL,
}


def sort_of(type: Scalar, bounds: Bounds) -> Sort:
    """Return the sort of ``type``."""
    return BOOL if type is Scalar.BOOL else bit_vector(bounds.bits)


def ctype_of(type: Scalar, bounds: Bounds) -> CType:
    """Return the C type by which values of ``type`` are printed."""
    return CInteger("bool", 1, signed=False) if type is Scalar.BOOL else CInteger("int", bounds.bits, signed=True)


class Symbols:
    """The variables of one function, or the global variables; ``outer`` is the enclosing scope."""

    def __init__(self, owner: str, bounds: Bounds, outer: "Symbols | None" = None) -> None:
        self._owner = owner
        self._bounds = bounds
        self._outer = outer
        self._known: dict[Variable, tuple[Term, ...]] = {}
        self._count = 0
        self.declared: list[ProgramVariable] = []

    def of(self, variable: Variable) -> tuple[Term, ...]:
        """Return the symbols of ``variable``: one, or one for each element."""
        if self._outer is not None and self._outer.declares(variable):
            return self._outer.of(variable)
        if variable not in self._known:
            role = Role.GLOBAL if self._outer is None else _ROLES[variable.kind]
            self._known[variable] = self._declare(variable, variable.name, role)
        return self._known[variable]

    def declares(self, variable: Variable) -> bool:
        """Return whether ``variable`` is declared in this scope."""
        return variable in self._known

    def copy(self, variable: Variable, meaning: str) -> tuple[Term, ...]:
        """Return fresh temporaries for the elements of ``variable``."""
        return self._declare(variable, f"{meaning}({variable.name})", Role.TEMPORARY)

    def temporary(self, meaning: str, sort: Sort) -> Term:
        """Return a fresh temporary."""
        self._count += 1
        symbol = variable(f"{self._owner}::{meaning}.{self._count}", sort)
        ctype = ctype_of(Scalar.BOOL if sort is BOOL else Scalar.INT, self._bounds)
        self.declared.append(ProgramVariable(symbol, meaning, ctype, Role.TEMPORARY, None))
        return symbol

    def _declare(self, of: Variable, name: str, role: Role) -> tuple[Term, ...]:
        self._count += 1
        sort, ctype = sort_of(of.type, self._bounds), ctype_of(of.type, self._bounds)
        paths = ["".join(f"[{at}]" for at in place) for place in product(*map(range, of.dimensions))]
        made = tuple(variable(f"{self._owner}::{name}.{self._count}{path}", sort) for path in paths)
        span: Span | None = None if role is Role.TEMPORARY else of.span
        self.declared += (
            ProgramVariable(symbol, f"{name}{path}", ctype, role, span)
            for symbol, path in zip(made, paths, strict=True)
        )
        return made


def is_in_bounds(index: Term, size: int, bits: int) -> Term:
    """Return the condition 0 <= index < size for a signed ``index`` of width ``bits``."""
    return bvult(index, bv(min(size, 1 << (bits - 1)), bits))


def element_at(cells: Sequence[Term], dimensions: Sequence[int], indices: Sequence[Term], bits: int) -> Term:
    """Return the element at ``indices``; if they are out of bounds, it is some element."""
    if not dimensions:
        return cells[0]
    size, *inner = dimensions
    stride = len(cells) // size
    parts = [cells[place * stride : (place + 1) * stride] for place in range(min(size, 1 << (bits - 1)))]
    index = indices[0]
    if index.op is Op.CONSTANT:
        place = int(index.payload)
        return element_at(parts[place if place < len(parts) else -1], inner, indices[1:], bits)
    columns = [_element_by_bits([part[column] for part in parts], index) for column in range(stride)]
    return element_at(columns, inner, indices[1:], bits)


def _element_by_bits(cells: Sequence[Term], index: Term) -> Term:
    """Return a tree of ite terms with one level for each bit of the index."""
    if len(cells) == 1:
        return cells[0]
    bit = (len(cells) - 1).bit_length() - 1
    half = 1 << bit
    is_upper = eq(extract(index, bit, bit), bv(1, 1))
    return ite(is_upper, _element_by_bits(cells[half:], index), _element_by_bits(cells[:half], index))


def updated_elements(
    cells: Sequence[Term], dimensions: Sequence[int], indices: Sequence[Term], value: Term, bits: int
) -> Iterator[tuple[Term, Term]]:
    """Yield each element that an assignment may change, with its new value; none changes if
    ``indices`` are out of bounds.
    """
    for cell, place in zip(cells, product(*map(range, dimensions)), strict=True):
        if any(each >= 1 << (bits - 1) for each in place):
            continue
        is_meant = and_(TRUE, *(eq(index, bv(at, bits)) for index, at in zip(indices, place, strict=True)))
        after = ite(is_meant, value, cell)
        if after is not cell:
            yield cell, after


class BlockBuilder:
    """Builder of the blocks of a function; statements in unreachable positions are dropped."""

    def __init__(self) -> None:
        self.blocks: dict[str, Block] = {}
        self._label: str | None = None
        self._statements: list[Statement] = []
        self._labels = 0
        self.open(self.label("entry"))

    @property
    def is_open(self) -> bool:
        """True if the current position is reachable."""
        return self._label is not None

    def label(self, meaning: str) -> str:
        """Return a fresh label."""
        self._labels += 1
        return f"{meaning} {self._labels}"

    def emit(self, statement: Statement) -> None:
        """Append a statement to the open block."""
        if self.is_open:
            self._statements.append(statement)

    def close(self, terminator: Terminator) -> None:
        """Terminate the open block."""
        if self._label is not None:
            self.blocks[self._label] = Block(self._label, tuple(self._statements), terminator)
        self._label, self._statements = None, []

    def goto(self, label: str, span: Span | None) -> None:
        """Terminate the open block with a jump."""
        self.close(Goto(label, span))

    def branch(self, condition: Term, then: str, otherwise: str, span: Span | None) -> None:
        """Terminate the open block with a branch."""
        self.close(Branch(condition, then, otherwise, span))

    def open(self, label: str) -> None:
        """Open a block.

        Requires: no block is open.
        """
        self._label = label
