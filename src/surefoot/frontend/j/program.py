"""The stages from a J file to a `Program`: parse, check, lower from an entry function within
bounds.
"""

from pathlib import Path

from surefoot.base.caveats import Caveat, Direction
from surefoot.base.errors import InputError, UsageError
from surefoot.base.records import replace
from surefoot.frontend.check_presence import has_checks, must_have_checks, nothing_checked
from surefoot.frontend.j.bounds import DEFAULT_BOUNDS, Bounds
from surefoot.frontend.j.calls import CallGraph, calls_in
from surefoot.frontend.j.checker import MAIN, check
from surefoot.frontend.j.functions import UnitScope, lower_function, result_type
from surefoot.frontend.j.parser import parse
from surefoot.frontend.j.recursion import depth_symbol, with_stack
from surefoot.frontend.j.resolved import Function, Unit, Variable
from surefoot.frontend.j.source import Source, similar
from surefoot.frontend.j.symbols import Symbols
from surefoot.frontend.limits import LIMITS
from surefoot.frontend.lower.entry import START
from surefoot.logic import Term, bit_vector, variable
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, DataModel, GlobalVariable, Program, Role
from surefoot.program.program import Function as ProgramFunction
from surefoot.program.program import Variable as ProgramVariable
from surefoot.program.properties import Property
from surefoot.program.statements import Call, Havoc, Origin, Statement, Stop
from surefoot.program.validate import validate


def load_j(path: Path, checked: Property, function: str | None = None, bounds: Bounds = DEFAULT_BOUNDS) -> Program:
    """Load the program in the file at ``path`` within ``bounds``, with a wider ``int`` if constants
    need it.

    Raises `InputError` or `UsageError`.
    """
    for option, value, least, most in (
        ("--bits", bounds.bits, 2, LIMITS.j_bits),
        ("--elements", bounds.elements, 1, LIMITS.j_elements),
        ("--depth", bounds.depth, 1, LIMITS.j_depth),
    ):
        if not least <= value <= most:
            raise UsageError(f"{option} must be a number from {least} to {most}, not {value}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a UTF-8 text file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    source = Source(str(path), text)
    unit, enough = check(parse(source), source, bounds)
    program = lower(unit, enough, checked, function, str(path))
    validate(program)
    if must_have_checks(checked) and not has_checks(program, checked):
        program = replace(program, caveats=(*program.caveats, nothing_checked(checked)))
    return program


def lower(unit: Unit, bounds: Bounds, checked: Property, function: str | None, file: str) -> Program:
    """Lower the program with entry ``function``, by default the statements of the file or its only
    uncalled function.
    """
    entry = _entry(unit, function, file)
    calls = CallGraph(unit)
    called = list(dict.fromkeys(each.function for each in calls_in(entry)))
    if entry is not unit.main:
        called = [entry.name, *called]
    needed = list(dict.fromkeys(name for each in called for name in calls.reachable(each)))
    globals = Symbols("global", bounds)
    mentioned: set[Variable] = set().union(*(calls.globals_accessed(name) for name in needed))
    for each in unit.globals:
        if each in mentioned:
            globals.of(each)
    scope = UnitScope(unit, bounds, checked, calls, globals, entry.name)
    lowered = _Functions(scope)
    for name in called:
        lowered.add(unit.functions[name])
    if entry is unit.main:
        lowered.functions[MAIN] = lower_function(scope, entry)
    start = _start(lowered.functions[entry.name], entry)
    return Program(
        data_model=DataModel.LP64,
        entry=START,
        functions={START: start, **lowered.functions},
        global_variables=tuple(GlobalVariable(each, None) for each in globals.declared),
        global_objects=(),
        object_types={
            f"{name}()": ctype
            for name in lowered.functions
            if name in unit.functions and (ctype := result_type(scope, unit.functions[name])) is not None
        },
        caveats=tuple(_caveats(scope, lowered)),
    )


class _Functions:
    """The lowered functions; a recursive component becomes one function."""

    def __init__(self, scope: UnitScope) -> None:
        self._scope = scope
        self.functions: dict[str, ProgramFunction] = {}
        self.is_recursive = False

    def add(self, function: Function) -> None:
        """Add ``function`` and its callees."""
        if function.name in self.functions:
            return
        scope = self._scope
        recursive_component = scope.calls.recursive_component(function.name)
        self.functions[function.name] = (
            self._recursive(function, recursive_component) if recursive_component else lower_function(scope, function)
        )
        for name in recursive_component or [function.name]:
            for call in calls_in(scope.unit.functions[name]):
                if call.function not in recursive_component:
                    self.add(scope.unit.functions[call.function])

    def _recursive(self, function: Function, recursive_component: list[str]) -> ProgramFunction:
        self.is_recursive = True
        scope, depth = self._scope, self._scope.bounds.depth
        symbol = depth_symbol(function.name, depth)
        bodies = {
            name: lower_function(scope, scope.unit.functions[name], _owner(function.name, name), symbol)
            for name in recursive_component
        }
        return with_stack(bodies, function.name, depth)


def _owner(entry: str, name: str) -> str:
    """Return the variable prefix of ``name`` as a part of ``entry``."""
    return entry if name == entry else f"{entry}:{name}"


def _entry(unit: Unit, function: str | None, file: str) -> Function:
    if function is not None:
        if function in unit.functions:
            return unit.functions[function]
        hint = similar(function, unit.functions)
        raise InputError(f"{file}: function {function} is not defined{'; ' if hint else ''}{hint}")
    if unit.main is not None:
        return unit.main
    uncalled = set(unit.functions) - {
        c.function for f in unit.functions.values() for c in calls_in(f) if c.function != f.name
    }
    candidates = [MAIN] if MAIN in unit.functions else [name for name in unit.functions if name in uncalled]
    if len(candidates) != 1:
        raise InputError(f"{file}: choose the entry function with --function: {', '.join(unit.functions)}")
    return unit.functions[candidates[0]]


def _start(called: ProgramFunction, entry: Function) -> ProgramFunction:
    """Return the start function, which calls the entry function with havocked arguments."""
    arguments: list[Term] = []
    statements: list[Statement] = []
    declared: list[ProgramVariable] = []
    for parameter in called.parameters:
        symbol = variable(f"{START}::{parameter.name}", parameter.symbol.sort)
        declared.append(ProgramVariable(symbol, parameter.name, parameter.ctype, Role.TEMPORARY, None))
        statements.append(Havoc(symbol, Origin.INPUT, parameter.name, entry.span))
        arguments.append(symbol)
    results = [variable(f"{START}::result.{place}", sort) for place, sort in enumerate(called.results)]
    declared += (ProgramVariable(symbol, "result", CVoid(), Role.TEMPORARY, None) for symbol in results)
    statements.append(Call(tuple(results), called.name, tuple(arguments), entry.span))
    block = Block("entry", tuple(statements), Stop(f"{entry.name} returned", entry.end))
    address = variable(f"&{START}", bit_vector(DataModel.LP64.pointer_width))
    return ProgramFunction(START, address, (), (), tuple(declared), {"entry": block}, entry.span)


def _caveats(scope: UnitScope, lowered: _Functions) -> list[Caveat]:
    """Return the assumed bounds."""
    bounds = scope.bounds
    instead = f" {bounds.enlarged}" if bounds.enlarged else ""
    texts = [f"an int has {bounds.bits} bits{instead}, from {bounds.least} to {bounds.most} (--bits)"]
    if scope.unit.uses_elements:
        texts.append(f"arrays without a size have {bounds.elements} elements (--elements)")
    if lowered.is_recursive:
        texts.append(f"at most {bounds.depth} calls of a recursive function are active; more are a violation (--depth)")
    found = [Caveat("front end", Direction.ASSUMES, text) for text in texts]
    for span in scope.abstracted:
        text = "the result of this operation may be any number (--abstract-products)"
        found.append(Caveat("front end", Direction.ADDS_BEHAVIOUR, text, span))
    return found
