"""Candidates for the callees of calls through pointers, by the objects that hold functions.

Pointers are sets of numbered bytes of objects; indices of arrays are enumerated. What functions
without a body do is ignored, and so are pieces of pointers. That may miss callees: the checker has
a points-to analysis of its own and rejects such a certificate.
"""

from collections.abc import Iterator

from surefoot.base.budget import Budget
from surefoot.engines.limits import LIMITS
from surefoot.engines.track.call_effects import Callees, fits, pointer_calls, targets_by_sorts
from surefoot.evidence.tracked import CallTargets
from surefoot.logic import BOOL, BitVecSort, Op, Term
from surefoot.program.program import Program
from surefoot.program.statements import Allocate, Assign, Call, Copy, Load, Return, Statement, Store

PointedByte = tuple[Term, int]
"""Object, by its address or by the variable that an Allocate assigns, and an offset."""
PointerHolder = Term | PointedByte | tuple[str, int]
"""Variable, bytes of memory, or result of a function by its number."""


def targets_by_pointers(program: Program, budget: Budget) -> Callees:
    """Return candidates for the callees of each call through a pointer; those by sorts where no
    function is found.
    """
    search = _HeldFunctions(program)
    search.run(budget)
    found = dict(targets_by_sorts(program))
    for point, call in pointer_calls(program):
        if isinstance(call.callee, str):
            continue
        names = search.callees(call)
        if names:
            found[point] = CallTargets(names, others=False)
    return found


class _HeldFunctions:
    """Sets of bytes that variables and memory point to, and the functions among them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._functions = {function.address: function for function in program.functions.values()}
        self._sizes = {each.address: each.size for each in program.global_objects} | dict.fromkeys(self._functions, 1)
        self._held: dict[PointerHolder, set[PointedByte]] = {}
        self._has_changed = True
        width = program.data_model.pointer_width
        self._pointer = width // 8
        for known in program.global_variables:
            if known.initial is not None:
                self._add(known.variable.symbol, self._values(known.initial))
        for item in program.global_objects:
            for cell in item.cells or ():
                self._add((item.address, cell.offset), self._values(cell.value))

    def run(self, budget: Budget) -> None:
        """Follow all flows to the end, or for so many rounds."""
        statements = [
            (name, statement)
            for name, function in self._program.functions.items()
            for block in function.blocks.values()
            for statement in (*block.statements, block.terminator)
            if isinstance(statement, Assign | Load | Store | Copy | Allocate | Call | Return)
        ]
        for _ in range(LIMITS.track_pointer_rounds):
            if not self._has_changed:
                return
            self._has_changed = False
            for name, statement in statements:
                self._flow(name, statement)
            budget.spend()

    def callees(self, call: Call) -> tuple[str, ...]:
        """Return the names of the functions that ``call`` may call."""
        if isinstance(call.callee, str):
            return (call.callee,)
        found = (self._functions.get(held) for held, offset in self._values(call.callee) if not offset)
        return tuple(sorted({each.name for each in found if each is not None and fits(each, call)}))

    def _flow(self, name: str, statement: Statement | Return) -> None:
        match statement:
            case Assign(target, value):
                self._add(target, self._values(value))
            case Load(target, address) if self._is_pointer(target):
                for at in self._values(address):
                    self._add(target, self._held.get(at, set()))
            case Store(address, value) if self._is_pointer(value):
                held = self._values(value)
                for at in self._values(address) if held else ():
                    self._add(at, held)
            case Copy(target, source, size):
                length = int(size.payload) if size.op is Op.CONSTANT else LIMITS.track_heap_bytes
                self._copy(self._values(target), self._values(source), length)
            case Allocate(target, size):
                self._sizes[target] = int(size.payload) if size.op is Op.CONSTANT else LIMITS.track_heap_bytes
                self._add(target, {(target, 0)})
            case Call(targets, _, arguments):
                for callee in self.callees(statement):
                    for parameter, argument in zip(self._program.functions[callee].parameters, arguments, strict=False):
                        self._add(parameter.symbol, self._values(argument))
                    for place, target in enumerate(targets):
                        self._add(target, self._held.get((callee, place), set()))
            case Return(values):
                for place, value in enumerate(values):
                    self._add((name, place), self._values(value))
            case _:
                pass

    def _copy(self, targets: set[PointedByte], sources: set[PointedByte], length: int) -> None:
        for held, start in sources:
            moved = [
                (at[1] - start, set(known))
                for at, known in list(self._held.items())
                if isinstance(at, tuple)
                and at[0] is held
                and isinstance(at[1], int)
                and start <= at[1] < start + length
            ]
            for into, first in targets:
                for distance, known in moved:
                    self._add((into, first + distance), known)

    def _add(self, holder: PointerHolder, added: set[PointedByte]) -> None:
        known = self._held.setdefault(holder, set()) if added else added
        if not added <= known:
            known |= added
            self._has_changed = True

    def _is_pointer(self, value: Term) -> bool:
        return isinstance(value.sort, BitVecSort) and value.sort.width >= 8 * self._pointer

    def _values(self, term: Term) -> set[PointedByte]:
        if term.sort is BOOL or term.op is Op.CONSTANT:
            return set()
        if term in self._sizes and term.op is Op.VARIABLE and term not in self._held:
            return {(term, 0)}
        if term.op is Op.VARIABLE:
            return self._held.get(term, set())
        if term.op is Op.ITE:
            return self._values(term.args[1]) | self._values(term.args[2])
        if term.op is not Op.BVADD:
            return set().union(*map(self._values, term.args)) if term.op is Op.BVAND else set()
        found: set[PointedByte] = set()
        for place, each in enumerate(term.args):
            for base in self._values(each):
                found.update(self._moved(base, [*term.args[:place], *term.args[place + 1 :]]))
        return found

    def _moved(self, base: PointedByte, amounts: list[Term]) -> Iterator[PointedByte]:
        """Yield the bytes of the object of ``base`` after sums: one by constants, else each
        possible one.
        """
        held, offset = base
        strides: list[int] = []
        for each in amounts:
            if each.op is Op.CONSTANT:
                value, width = int(each.payload), each.sort.width
                offset += value - (1 << width) if value >> (width - 1) else value
            else:
                strides.append(_stride(each) or self._pointer)
        size = self._sizes.get(held, 0)
        if not strides:
            yield from [(held, offset)] if -size <= offset <= 2 * size else []
            return
        first, stride = offset % min(strides), min(strides)
        yield from ((held, at) for at in range(first, min(size, LIMITS.track_heap_bytes), stride))


def _stride(term: Term) -> int:
    """Return the constant factor of a product, 0 if there is none."""
    if term.op is Op.BVMUL:
        return next((int(each.payload) for each in term.args if each.op is Op.CONSTANT), 0) % (1 << 31)
    if term.op is Op.BVSHL and term.args[1].op is Op.CONSTANT:
        return 1 << min(int(term.args[1].payload), 30)
    return 0
