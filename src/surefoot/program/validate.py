"""Structural invariants of a Program; a violation is a defect of the code that built it.

Messages are formatted only on failure: printing terms takes longer than checking them.
"""

from collections.abc import Iterable, Sequence

from surefoot.base.errors import invariant
from surefoot.logic import BOOL, BitVecSort, Op, Sort, Symbol, SymbolKind, Term, UninterpretedSort, bit_vector
from surefoot.program.access import successors, terms_read, variables_assigned
from surefoot.program.definite_assignment import unassigned_reads
from surefoot.program.layout import byte_size, is_storable
from surefoot.program.program import Function, GlobalObject, Program, Role, Variable
from surefoot.program.statements import (
    LEAK_KINDS,
    Allocate,
    Assign,
    Assume,
    Branch,
    Call,
    Check,
    CheckDisjoint,
    CheckMemory,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Goto,
    Havoc,
    Load,
    MakeStrings,
    ObjectSize,
    Return,
    Statement,
    Stop,
    Store,
    Terminator,
)


def validate(program: Program) -> None:
    """Raise AssertionError with the place and the reason unless ``program`` is well formed.

    * Symbols are declared once and have sorts with known values; blocks, callees and the entry
      exist and are stored under their own names.
    * Terms mention only declared addresses, global variables and variables of their own function,
      and apply no uninterpreted functions.
    * Sorts match; addresses, sizes and pointers have the width of the data model; values in memory
      are bit-vectors or floats.
    * Initial values mention only addresses; cells lie inside their object and do not overlap.
    * Every path to a read of a local assigns it first.
    """
    _Validator(program).check()


class _Validator:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._pointer = bit_vector(program.data_model.pointer_width)
        self._addresses = {function.address for function in program.functions.values()}
        self._addresses |= {item.address for item in program.global_objects}
        self._globals = {known.variable.symbol for known in program.global_variables}

    def check(self) -> None:
        program = self._program
        invariant(program.entry in program.functions, f"entry: there is no function {program.entry!r}")
        self._check_symbols()
        self._check_globals()
        for name, function in program.functions.items():
            invariant(name == function.name, f"function {function.name!r} is stored as {name!r}")
            _FunctionValidator(program, function, self._pointer, self._addresses, self._globals).check()

    def _check_symbols(self) -> None:
        program = self._program
        seen: dict[Symbol, str] = {}
        declared: list[tuple[Term, str]] = [
            (item.variable.symbol, "global variable") for item in program.global_variables
        ]
        declared += [(item.address, f"address of object {item.name!r}") for item in program.global_objects]
        for function in program.functions.values():
            declared.append((function.address, f"address of function {function.name!r}"))
            own = (*function.parameters, *function.locals)
            declared += [(variable.symbol, f"variable of {function.name!r}") for variable in own]
        for symbol, place in declared:
            if symbol.op is not Op.VARIABLE:
                raise AssertionError(f"{place}: {symbol} is no variable symbol")
            if isinstance(symbol.sort, UninterpretedSort):
                raise AssertionError(f"{symbol}: there is no value of {symbol.sort}")  # noqa: TRY004 - a defect, no wrong argument
            name: Symbol = symbol.payload
            if name.kind is not SymbolKind.DECLARED:
                raise AssertionError(f"{symbol}: {place} is a symbol of kind {name.kind.value}")
            if name in seen:
                raise AssertionError(f"{symbol}: {place} and {seen[name]} share a symbol")
            seen[name] = place
        for address in self._addresses:
            invariant(address.sort is self._pointer, f"{address}: an address has sort {address.sort}")

    def _check_globals(self) -> None:
        for known in self._program.global_variables:
            symbol, place = known.variable.symbol, f"global variable {known.variable.name!r}"
            is_global = known.variable.role in {Role.GLOBAL, Role.GHOST}
            invariant(is_global, f"{place} has role {known.variable.role}")
            if known.initial is not None:
                _check_sort(place, "initial value", known.initial, symbol.sort)
                _check_mentions(place, (known.initial,), self._addresses, set())
        for item in self._program.global_objects:
            self._check_object(item)

    def _check_object(self, item: GlobalObject) -> None:
        place = f"global object {item.name!r}"
        invariant(item.size >= 0, f"{place} has size {item.size}")
        _check_alignment(place, item.alignment)
        end = 0
        for cell in sorted(item.cells or (), key=lambda cell: cell.offset):
            invariant(cell.offset >= end, f"{place}: cells overlap at offset {cell.offset}")
            end = cell.offset + _stored_size(place, cell.value)
            _check_mentions(place, (cell.value,), self._addresses, set())
        invariant(end <= item.size, f"{place}: cells reach offset {end} of {item.size}")


class _FunctionValidator:
    def __init__(
        self, program: Program, function: Function, pointer: BitVecSort, addresses: set[Term], globals: set[Term]
    ) -> None:
        self._program = program
        self._function = function
        self._pointer = pointer
        own = {variable.symbol for variable in (*function.parameters, *function.locals)}
        self._assignable = own | globals
        self._readable = self._assignable | addresses
        self._accepted: set[Term] = set()

    def check(self) -> None:
        function = self._function
        place = f"function {function.name!r}"
        invariant(function.blocks, f"{place} has no blocks")
        for variable in (*function.parameters, *function.locals):
            _check_role(place, variable)
        for label, block in function.blocks.items():
            here = f"{place}, block {label!r}"
            invariant(label == block.label, f"{here} is labelled {block.label!r}")
            for number, statement in enumerate((*block.statements, block.terminator)):
                self._check_statement(f"{here}, {type(statement).__name__} (statement {number})", statement)
        for block, statement, symbol in unassigned_reads(function):
            here = f"{place}, block {block.label!r}, {type(statement).__name__}"
            raise AssertionError(f"{here}: {symbol} may be read before it is assigned")

    def _check_statement(self, place: str, statement: Statement | Terminator) -> None:
        _check_mentions(place, terms_read(statement), self._readable, self._accepted)
        for target in variables_assigned(statement):
            if target not in self._assignable:
                raise AssertionError(f"{place}: {target} is no variable of the function or the program")
        match statement:
            case Assign(target, value):
                _check_sort(place, "value", value, target.sort)
            case Assume(condition) | Check(condition) | Branch(condition):
                _check_sort(place, "condition", condition, BOOL)
            case Load(target, address):
                _stored_size(place, target)
                self._check_pointers(place, address)
            case Store(address, value):
                _stored_size(place, value)
                self._check_pointers(place, address)
            case Allocate(target, size):
                self._check_pointers(place, target, size)
                _check_alignment(place, statement.alignment)
            case MakeStrings(target, count, length, string):
                self._check_pointers(place, target, count, string)
                invariant(
                    self._function.name == self._program.entry, f"{place}: only the entry function is given strings"
                )
                invariant({length, string} <= self._assignable, f"{place}: lengths and strings have no variables")
                invariant(isinstance(length.sort, BitVecSort), f"{place}: {length} is no length")
            case Free(address) | EndLifetime(address):
                self._check_pointers(place, address)
            case Copy(target, source, size):
                self._check_pointers(place, target, source, size)
            case Fill(target, byte, size):
                self._check_pointers(place, target, size)
                _check_sort(place, "byte", byte, bit_vector(8))
            case CheckDisjoint(left, left_size, right, right_size):
                self._check_pointers(place, left, left_size, right, right_size)
            case ObjectSize(target, address):
                self._check_pointers(place, target, address)
            case Call():
                self._check_call(place, statement)
            case Return(values):
                _check_sorts(place, "results", values, self._function.results)
            case CheckMemory(kind):
                invariant(kind in LEAK_KINDS, f"{place}: {kind} is no check of the heap")
            case Havoc() | Goto() | Stop():
                pass
        if isinstance(statement, Goto | Branch):
            for label in successors(statement):
                invariant(label in self._function.blocks, f"{place}: there is no block {label!r}")

    def _check_call(self, place: str, call: Call) -> None:
        invariant(len(set(call.targets)) == len(call.targets), f"{place}: a target occurs twice")
        if isinstance(call.callee, Term):
            self._check_pointers(place, call.callee)
            return
        callee = self._program.functions.get(call.callee)
        if callee is None:
            raise AssertionError(f"{place}: there is no function {call.callee!r}")
        _check_sorts(place, "arguments", call.arguments, [parameter.symbol.sort for parameter in callee.parameters])
        if call.targets:
            _check_sorts(place, "targets", call.targets, callee.results)

    def _check_pointers(self, place: str, *terms: Term) -> None:
        for term in terms:
            _check_sort(place, "address or size", term, self._pointer)


def _check_role(place: str, variable: Variable) -> None:
    is_local = variable.role not in {Role.GLOBAL, Role.GHOST}
    invariant(is_local, f"{place}: {variable.symbol} has role {variable.role}")


def _check_mentions(place: str, terms: Iterable[Term], declared: set[Term], accepted: set[Term]) -> None:
    """Check the symbols of ``terms``; ``accepted`` caches terms known to be valid for ``declared``,
    and grows.
    """
    stack = list(terms)
    while stack:
        term = stack.pop()
        if term in accepted:
            continue
        if term.op is Op.APPLY:
            raise AssertionError(f"{place}: {term} applies an uninterpreted function")
        if term.op is Op.VARIABLE and term not in declared:
            raise AssertionError(f"{place}: {term} is not declared here")
        accepted.add(term)
        stack.extend(term.args)


def _check_sort(place: str, what: str, term: Term, sort: Sort) -> None:
    if term.sort is not sort:
        raise AssertionError(f"{place}: {what} {term} has sort {term.sort}, not {sort}")


def _check_sorts(place: str, what: str, terms: Sequence[Term], sorts: Sequence[Sort]) -> None:
    found = [term.sort for term in terms]
    invariant(found == list(sorts), f"{place}: {what} have sorts {found}, not {list(sorts)}")


def _check_alignment(place: str, alignment: int) -> None:
    invariant(alignment > 0 and alignment & (alignment - 1) == 0, f"{place}: alignment {alignment} is no power of two")


def _stored_size(place: str, term: Term) -> int:
    if not is_storable(term.sort):
        raise AssertionError(f"{place}: {term} of {term.sort} cannot be in memory")
    return byte_size(term.sort)
