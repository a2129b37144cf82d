"""Candidates for the callees of calls through pointers, by the objects that hold functions.

Pointers are sets of numbered bytes of objects; indices of arrays are enumerated. What functions
without a body do is ignored, and so are pieces of pointers. That may miss callees: the checker has
a points-to analysis of its own and rejects such a certificate.
"""

from surefoot.base.budget import Budget
from surefoot.engines.limits import LIMITS
from surefoot.engines.track.call_effects import Callees, fits, passes_all, pointer_calls, targets_by_sorts
from surefoot.evidence.tracked import CallTargets
from surefoot.logic import BOOL, BitVecSort, Op, Term
from surefoot.program.program import Program
from surefoot.program.statements import Allocate, Assign, Call, Copy, Load, Return, Statement, Store

PointedByte = tuple[Term, int]
"""Object, by its address or by the variable that an Allocate assigns, and an offset."""
PointerHolder = Term | PointedByte | tuple[str, int]
"""Variable, bytes of memory, or result of a function by its number."""


def targets_by_pointers(program: Program, budget: Budget) -> Callees:
    """Return candidates for the callees of each call through a pointer; those by sorts and numbers of
    arguments where no function is found, or by sorts if the objects have too many bytes.
    """
    search = _HeldFunctions(program)
    found = dict(targets_by_sorts(program))
    if not search.run(budget):
        return found
    for point, call in pointer_calls(program):
        if isinstance(call.callee, str):
            continue
        names = search.callees(call)
        functions = program.functions
        found[point] = (
            CallTargets(names, others=False)
            if names
            else CallTargets(
                tuple(each for each in found[point].functions if passes_all(functions[each], call)), others=True
            )
        )
    return found


class _HeldFunctions:
    """Sets of bytes that variables and memory point to, and the functions among them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._functions = {function.address: function for function in program.functions.values()}
        self._sizes = {each.address: each.size for each in program.global_objects} | dict.fromkeys(self._functions, 1)
        self._held: dict[PointerHolder, set[PointedByte]] = {}
        self._offsets: dict[Term, dict[int, None]] = {}
        """Offsets of the bytes of each object that hold something."""
        self._readers: dict[PointerHolder, dict[int, None]] = {}
        """Numbers of the statements that have read a holder."""
        self._copiers: dict[Term, dict[int, None]] = {}
        """Numbers of the statements that have copied bytes of an object."""
        self._count = 0
        """Number of pairs of a holder and a byte."""
        self._current = -1
        self._changed: dict[int, None] = {}
        """Numbers of the statements that are to be followed again."""
        width = program.data_model.pointer_width
        self._pointer = width // 8
        for known in program.global_variables:
            if known.initial is not None:
                self._add(known.variable.symbol, self._values(known.initial))
        for item in program.global_objects:
            for cell in item.cells or ():
                self._add((item.address, cell.offset), self._values(cell.value))

    def run(self, budget: Budget) -> bool:
        """Follow all flows to the end, each for so many times; return whether few enough pointers
        were found.
        """
        statements = [
            (name, statement)
            for name, function in self._program.functions.items()
            for block in function.blocks.values()
            for statement in (*block.statements, block.terminator)
            if isinstance(statement, Assign | Load | Store | Copy | Allocate | Call | Return)
        ]
        visits = [0] * len(statements)
        self._changed = dict.fromkeys(range(len(statements)))
        while self._changed:
            pending, self._changed = self._changed, {}
            for number in pending:
                if visits[number] < LIMITS.track_pointer_rounds:
                    visits[number] += 1
                    self._current = number
                    self._flow(*statements[number])
                    budget.spend()
                    if self._count > LIMITS.track_pointers:
                        return False
        return True

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
                for at in list(self._values(address)):
                    self._add(target, self._read(at))
            case Store(address, value) if self._is_pointer(value):
                held = self._values(value)
                for at in list(self._values(address)) if held else ():
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
                        self._add(target, self._read((callee, place)))
            case Return(values):
                for place, value in enumerate(values):
                    self._add((name, place), self._values(value))
            case _:
                pass

    def _copy(self, targets: set[PointedByte], sources: set[PointedByte], length: int) -> None:
        for held, start in list(sources):
            self._copiers.setdefault(held, {})[self._current] = None
            moved = [
                (offset - start, set(self._held[held, offset]))
                for offset in self._offsets.get(held, ())
                if start <= offset < start + length
            ]
            for into, first in list(targets):
                for distance, known in moved:
                    self._add((into, first + distance), known)

    def _add(self, holder: PointerHolder, added: set[PointedByte]) -> None:
        known = self._held.setdefault(holder, set()) if added else added
        if added <= known:
            return
        self._count -= len(known)
        known |= added
        self._count += len(known)
        self._changed.update(self._readers.get(holder, {}))
        if isinstance(holder, tuple) and isinstance(holder[0], Term):
            self._offsets.setdefault(holder[0], {})[holder[1]] = None
            self._changed.update(self._copiers.get(holder[0], {}))

    def _read(self, holder: PointerHolder) -> set[PointedByte]:
        self._readers.setdefault(holder, {})[self._current] = None
        return self._held.get(holder, set())

    def _is_pointer(self, value: Term) -> bool:
        return isinstance(value.sort, BitVecSort) and value.sort.width >= 8 * self._pointer

    def _values(self, term: Term) -> set[PointedByte]:
        if term.sort is BOOL or term.op is Op.CONSTANT:
            return set()
        if term.op is Op.VARIABLE:
            held = self._read(term)
            return held or ({(term, 0)} if term in self._sizes else held)
        if term.op is Op.ITE:
            return self._values(term.args[1]) | self._values(term.args[2])
        if term.op is not Op.BVADD:
            return set().union(*map(self._values, term.args)) if term.op is Op.BVAND else set()
        found: set[PointedByte] = set()
        for place, each in enumerate(term.args):
            found |= self._moved(self._values(each), [*term.args[:place], *term.args[place + 1 :]])
        return found

    def _moved(self, bases: set[PointedByte], amounts: list[Term]) -> set[PointedByte]:
        """Return the bytes of the objects of ``bases`` after sums: one by constants, else each
        possible one.
        """
        if not bases:
            return bases
        distance, stride = 0, 0
        for each in amounts:
            if each.op is Op.CONSTANT:
                value, width = int(each.payload), each.sort.width
                distance += value - (1 << width) if value >> (width - 1) else value
            else:
                own = _stride(each) or self._pointer
                stride = min(own, stride or own)
        size = self._sizes.get
        if not stride:
            moved = ((held, offset + distance) for held, offset in bases)
            return {(held, offset) for held, offset in moved if -size(held, 0) <= offset <= 2 * size(held, 0)}
        starts = {(held, (offset + distance) % stride) for held, offset in bases}
        return {
            (held, at)
            for held, first in starts
            for at in range(first, min(size(held, 0), LIMITS.track_heap_bytes), stride)
        }


def _stride(term: Term) -> int:
    """Return the constant factor of a product, 0 if there is none."""
    if term.op is Op.BVMUL:
        return next((int(each.payload) for each in term.args if each.op is Op.CONSTANT), 0) % (1 << 31)
    if term.op is Op.BVSHL and term.args[1].op is Op.CONSTANT:
        return 1 << min(int(term.args[1].payload), 30)
    return 0
