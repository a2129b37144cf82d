"""Points-to analysis for calls through pointers: inclusion-based, insensitive to flow and context.

Andersen's analysis (thesis, 1994) with fields by offset. A *target* is an object with an offset,
which is a number, or all numbers with a residue by a stride, as those of a member in an array of
structs. Objects are functions, global objects, allocation statements, and `OUTSIDE`, the memory of
functions without a body. That memory may hold every pointer in `Program.exposed`, and every pointer
that is written to an object that these functions can read. The result is a superset of all targets
of pointers that are computed from addresses (`Assumption.WRITES`).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import gcd

from surefoot.base.budget import Budget
from surefoot.certify.kernel.tracked.effects import PossibleCallees, fits, passes_all
from surefoot.logic import BOOL, BitVecSort, Op, Term, fold
from surefoot.program.layout import byte_size
from surefoot.program.program import Function, Program
from surefoot.program.statements import (
    Allocate,
    Assign,
    Call,
    Copy,
    Fill,
    Havoc,
    Load,
    MakeStrings,
    Origin,
    Return,
    Statement,
    Store,
)

OUTSIDE = "outside"
"""Memory of functions without a body."""
_WRITTEN = "written"
"""Key in `PointsTo._readers` of the rules that read `PointsTo._written`."""

PointerVariable = Term | tuple[str, int]
"""Variable, or result of a function by its number."""
PointedObject = Term | str
"""Object: by its address, by the variable that an Allocate assigns, or `OUTSIDE`."""
Offsets = tuple[int, int]
"""Residue and stride: all ``residue + k * stride``, one number if the stride is 0."""
PointerTarget = tuple[PointedObject, Offsets]
_Cell = tuple[Offsets, int]
"""Offsets and size of a cell."""
_Atoms = tuple[tuple[Term, Offsets], ...]
"""Variables whose values a term may contain, with what is added to them."""

_ANY: Offsets = (0, 1)
_ANYWHERE: PointerTarget = (OUTSIDE, _ANY)
_MOST_OFFSETS = 24
_MOST_CELLS = 512


class PointsTo:
    """Targets of all pointers of ``program``, by the calls that are reachable from its entry."""

    def __init__(self, program: Program, budget: Budget) -> None:
        self._program = program
        self._budget = budget
        self._functions = {function.address: function for function in program.functions.values()}
        self._addresses = {each.address for each in program.global_objects} | self._functions.keys()
        self._targets: dict[PointerVariable, set[PointerTarget]] = {}
        self._cells: dict[PointedObject, dict[_Cell, set[PointerTarget]]] = {}
        self._atoms: dict[Term, _Atoms] = {}
        self._rules: list[Callable[[], None]] = []
        self._readers: dict[PointerVariable | str, set[int]] = {}
        """Rules by the node, or by the object (its text), that they read."""
        self._pending: dict[int, None] = {}
        self._reached: set[str] = set()
        self._current = -1
        self._outside: set[PointerTarget] = {_ANYWHERE}
        self._written: set[PointedObject] = set()
        """Functions whose addresses the program stores to memory."""
        self._begin()
        while self._pending:
            budget.spend()
            self._current = next(iter(self._pending))
            del self._pending[self._current]
            self._rules[self._current]()

    def callees(self, call: Call) -> PossibleCallees:
        """Return the functions that a ``call`` through a pointer may call.

        If the pointer may be from outside the program, functions whose addresses are exposed but
        not stored by the program are excluded unless they have as many parameters as the call has
        arguments (`Assumption.ARGUMENTS`).
        """
        if isinstance(call.callee, str):
            return PossibleCallees((call.callee,), others=False)
        fitting, excluded = self._candidates(call)
        names = {each.name for each in fitting} - {each.name for each in excluded}
        return PossibleCallees(tuple(sorted(names)), any(place == OUTSIDE for place, _ in self._values(call.callee)))

    def excludes_callees(self, call: Call) -> bool:
        """Return whether `callees` lacks a function with fewer parameters than ``call`` has
        arguments.
        """
        return not isinstance(call.callee, str) and bool(self._candidates(call)[1])

    def _candidates(self, call: Call) -> tuple[list[Function], list[Function]]:
        """Return the functions to which the pointer of ``call`` may lead, and those of them that
        are excluded.
        """
        found = self._values(call.callee)  # type: ignore[arg-type]  # a pointer's
        if not any(place == OUTSIDE for place, _ in found):
            return [each for each in self._among(found) if fits(each, call)], []
        for read in (OUTSIDE, _WRITTEN):
            self._readers.setdefault(read, set()).add(self._current)
        fitting = [each for each in self._among(found | self._outside) if fits(each, call)]
        known_outside = (
            each for each in fitting if self._is_exposed(each.address) and each.address not in self._written
        )
        return fitting, [each for each in known_outside if not passes_all(each, call)]

    def _among(self, targets: set[PointerTarget]) -> Iterator[Function]:
        """Yield the functions among ``targets``."""
        return (self._functions[place] for place, offset in targets if place in self._functions and _may_be(offset, 0))

    # ---- constraints

    def _begin(self) -> None:
        for known in self._program.global_variables:
            symbol = known.variable.symbol
            if known.initial is None:
                self._add(symbol, {_ANYWHERE})
            else:
                self._rule(partial(self._assign, symbol, known.initial))
        for each in self._program.global_objects:
            if each.cells is None:
                self._write((each.address, _ANY), 1, {_ANYWHERE})
                self._expose({(each.address, (0, 0))})
            for cell in each.cells or ():
                if self._parts(cell.value):
                    size = byte_size(cell.value.sort)
                    self._write((each.address, (cell.offset, 0)), size, self._values(cell.value))
        for term in self._program.exposed:
            self._rule(partial(self._expose_value, term))
        self._reach(self._program.entry)

    def _reach(self, name: str) -> None:
        if name in self._reached:
            return
        self._reached.add(name)
        function = self._program.functions[name]
        for block in function.blocks.values():
            for statement in block.statements:
                for rule in self._rules_of(statement, function):
                    self._rule(rule)
            if isinstance(block.terminator, Return):
                for place, value in enumerate(block.terminator.values):
                    if self._parts(value):
                        self._rule(partial(self._assign, (name, place), value))

    def _rules_of(self, statement: Statement, function: Function) -> Iterator[Callable[[], None]]:
        match statement:
            case Assign(target, value) if self._parts(value):
                yield partial(self._assign, target, value)
            case Havoc(target, origin, source) if self._is_pointer(target) and _supplies_addresses(origin, source):
                self._add(target, {_ANYWHERE})
            case Load(target, address) if self._holds_addresses(target):
                yield lambda: self._add(target, self._read(self._values(address), byte_size(target.sort)))
            case Store(address, value) if self._parts(value) and self._holds_addresses(value):
                yield lambda: self._store(self._values(address), byte_size(value.sort), self._values(value))
            case Fill(address, byte) if self._parts(byte):
                yield lambda: self._store(_anywhere_in(self._values(address)), 1, self._values(byte))
            case Copy(target, source, size):
                length = int(size.payload) if size.op is Op.CONSTANT else None
                yield lambda: self._copy(self._values(target), self._values(source), length)
            case Allocate(target):
                self._add(target, {(target, (0, 0))})
                if function.name == self._program.entry:
                    self._write((target, _ANY), 1, {_ANYWHERE})
            case MakeStrings(target):
                self._add(target, {_ANYWHERE})
            case Call():
                yield lambda: self._call(statement)
            case _:
                pass

    def _call(self, call: Call) -> None:
        found = self.callees(call)
        for name in found.functions:
            function = self._program.functions[name]
            if name not in self._reached:
                self._reach(name)
            for parameter, argument in zip(function.parameters, call.arguments, strict=False):
                self._add(parameter.symbol, self._values(argument))
            for place, target in enumerate(call.targets):
                self._add(target, self._results((name, place)))
        if found.others:
            for target in call.targets:
                self._add(target, {_ANYWHERE} if self._is_pointer(target) else set())
            for argument in call.arguments:
                self._expose(self._values(argument))

    def _rule(self, rule: Callable[[], None]) -> None:
        self._rules.append(rule)
        self._pending[len(self._rules) - 1] = None

    # ---- values

    def _is_pointer(self, target: Term) -> bool:
        return isinstance(target.sort, BitVecSort) and target.sort.width >= self._program.data_model.pointer_width

    def _holds_addresses(self, value: Term) -> bool:
        """Return whether ``value`` is a pointer or a byte: other pieces of pointers are excluded by
        `Assumption.WRITES`.
        """
        size = byte_size(value.sort)
        return size == 1 or 8 * size >= self._program.data_model.pointer_width

    def _parts(self, term: Term) -> _Atoms:
        return fold(term, self._combined, self._atoms)

    def _combined(self, term: Term, parts: list[_Atoms]) -> _Atoms:
        if term.op is Op.VARIABLE:
            return ((term, (0, 0)),)
        if term.sort is BOOL:
            return ()
        if term.op is Op.ITE:
            return tuple(dict.fromkeys((*parts[1], *parts[2])))
        found: dict[tuple[Term, Offsets], None] = {}
        for place, atoms in enumerate(parts):
            added = _ANY
            if term.op is Op.BVADD and atoms:
                added = 0, 0
                for other in (*term.args[:place], *term.args[place + 1 :]):
                    added = _sum(added, _offsets_of(other))
            found.update(dict.fromkeys((leaf, _sum(offsets, added)) for leaf, offsets in atoms))
        return tuple(found)

    def _values(self, term: Term) -> set[PointerTarget]:
        found: set[PointerTarget] = set()
        for leaf, delta in self._parts(term):
            if leaf in self._addresses:
                found.add((leaf, delta))
            else:
                found |= {(place, _sum(offset, delta)) for place, offset in self._results(leaf)}
        return found

    def _results(self, node: PointerVariable) -> set[PointerTarget]:
        self._readers.setdefault(node, set()).add(self._current)
        return self._targets.get(node, set())

    def _assign(self, node: PointerVariable, value: Term) -> None:
        self._add(node, self._values(value))

    def _expose_value(self, term: Term) -> None:
        self._expose(self._values(term))

    def _add(self, node: PointerVariable, added: set[PointerTarget]) -> None:
        known = self._targets.setdefault(node, set())
        if _include(known, added):
            self._wake(node)

    def _wake(self, read: PointerVariable | str) -> None:
        self._pending.update(dict.fromkeys(each for each in self._readers.get(read, ()) if each >= 0))

    # ---- memory

    def _read(self, addresses: set[PointerTarget], size: int) -> set[PointerTarget]:
        found: set[PointerTarget] = set()
        for place, offset in addresses:
            if place in self._functions:
                continue
            self._readers.setdefault(_name(place), set()).add(self._current)
            if place == OUTSIDE or self._is_exposed(place):
                self._readers.setdefault(OUTSIDE, set()).add(self._current)
                found |= self._outside
            for (at, length), held in self._cells.get(place, {}).items():
                distances = _distances(at, offset, size, length)
                found |= held if 0 in distances or not length else set()
                found |= _anywhere_in(held) if any(distances) and length else set()
        return found

    def _store(self, addresses: set[PointerTarget], size: int, values: set[PointerTarget]) -> None:
        is_read_outside = _ANYWHERE in values  # then all that is known there is among the values
        written = set() if is_read_outside else {place for place, _ in values if place in self._functions}
        if not written <= self._written:
            self._written |= written
            self._wake(_WRITTEN)
        for address in addresses:
            self._write(address, size, values)

    def _write(self, address: PointerTarget, size: int, values: set[PointerTarget]) -> None:
        place, offset = address
        if place == OUTSIDE:
            self._expose(values)
            return
        if not values or place in self._functions:
            return
        cells = self._cells.setdefault(place, {})
        cell: _Cell = (_ANY, 0) if offset == _ANY or len(cells) >= _MOST_CELLS else (offset, size)
        if _include(cells.setdefault(cell, set()), values):
            self._wake(_name(place))
            if self._is_exposed(place):
                self._expose(values)

    def _copy(self, targets: set[PointerTarget], sources: set[PointerTarget], length: int | None) -> None:
        for place, start in sources:
            whole: list[tuple[_Cell, set[PointerTarget]]] = [
                (cell, set(held)) for cell, held in self._cells.get(place, {}).items()
            ]
            self._readers.setdefault(_name(place), set()).add(self._current)
            if place == OUTSIDE or self._is_exposed(place):
                self._readers.setdefault(OUTSIDE, set()).add(self._current)
                whole.append(((_ANY, 0), set(self._outside)))
            for (at, size), held in whole:
                for into, first in targets:
                    begins = _sum(at, (-start[0], start[1]))
                    if not begins[1] and length is not None:
                        if begins[0] >= length or begins[0] + size <= 0:
                            continue
                        if begins[0] < 0 or begins[0] + size > length:
                            self._write((into, _ANY), 1, _anywhere_in(held))
                            continue
                    self._write((into, _sum(first, begins) if size else _ANY), size, held)

    def _is_exposed(self, place: PointedObject) -> bool:
        return any(each == place for each, _ in self._outside)

    def _expose(self, values: set[PointerTarget]) -> None:
        """Record that functions without a body may know ``values``, and all that they lead to."""
        pending = [values]
        while pending:
            new = pending.pop() - self._outside
            fresh = {place for place, _ in new if not self._is_exposed(place)}
            if not _include(self._outside, new):
                continue
            self._wake(OUTSIDE)
            for place in fresh:
                self._wake(_name(place))
                pending += [set(held) for held in self._cells.get(place, {}).values()]


def _name(place: PointedObject) -> str:
    return OUTSIDE if isinstance(place, str) else f"object {place.id}"


def _supplies_addresses(origin: Origin, source: str) -> bool:
    """Return whether a value is from functions without a body, which know addresses; numbers that
    the program chooses are not computed from addresses.
    """
    return origin in (Origin.EXTERNAL, Origin.UNMODELLED) or (origin is Origin.INPUT and source.endswith("pointer"))


def _sum(left: Offsets, right: Offsets) -> Offsets:
    stride = gcd(left[1], right[1])
    amount = left[0] + right[0]
    return (amount % stride if stride else amount), stride


def _offsets_of(term: Term) -> Offsets:
    """Return what ``term`` adds to a pointer."""
    width = term.sort.width
    if term.op is Op.CONSTANT:
        value = int(term.payload)
        return (value - (1 << width) if value >> (width - 1) else value), 0
    if term.op is Op.BVMUL and len(term.args) == 2:
        factor, other = term.args if term.args[0].op is Op.CONSTANT else term.args[::-1]
        if factor.op is Op.CONSTANT:
            value = int(factor.payload)
            narrow = other.args[0].sort.width if other.op in (Op.ZERO_EXTEND, Op.SIGN_EXTEND) else width
            is_exact = narrow + value.bit_length() < width
            return 0, value if is_exact else max(1, value & -value)
    if term.op is Op.BVSHL and term.args[1].op is Op.CONSTANT:
        return 0, 1 << min(int(term.args[1].payload), width)
    return _ANY


def _may_be(offsets: Offsets, number: int) -> bool:
    residue, stride = offsets
    return (number - residue) % stride == 0 if stride else number == residue


def _distances(cell: Offsets, access: Offsets, size: int, length: int) -> list[int]:
    """Return how far behind the start of a cell of ``length`` bytes an access of ``size`` bytes that
    overlaps it may start; with the same start and another size, also 1.
    """
    both = _sum(access, (-cell[0], cell[1]))
    found = [each for each in range(1 - size, max(length, 1)) if _may_be(both, each)]
    return [*found, 1] if 0 in found and size != length else found


def _anywhere_in(targets: Iterable[PointerTarget]) -> set[PointerTarget]:
    return {(place, _ANY) for place, _ in targets}


def _include(known: set[PointerTarget], added: Iterable[PointerTarget]) -> bool:
    """Add targets to ``known`` and return whether they were new; many offsets of an object become
    any offset.
    """
    new = {each for each in added if each not in known and (each[0], _ANY) not in known}
    known |= new
    for place in {each for each, _ in new}:
        offsets = [target[1] for target in known if target[0] == place]
        if len(offsets) > 1 and (_ANY in offsets or len(offsets) > _MOST_OFFSETS):
            stride = gcd(*(each[1] for each in offsets), *(each[0] - offsets[0][0] for each in offsets))
            known.difference_update((place, each) for each in offsets)
            known.add((place, (offsets[0][0] % stride, stride)))
    return bool(new)
