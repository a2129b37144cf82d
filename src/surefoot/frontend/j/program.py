"""A whole J program as a `Program`: where runs start, which functions it has, and within which bounds it is looked at."""

from pathlib import Path

from surefoot.base.caveats import Caveat, Lean
from surefoot.base.errors import InputError, UsageError
from surefoot.base.records import replace
from surefoot.frontend.check_presence import has_checks, must_have_checks, nothing_checked
from surefoot.frontend.j.bounds import MOST_BITS, MOST_DEPTH, MOST_ELEMENTS, USUAL, Bounds
from surefoot.frontend.j.calls import CallGraph, calls_in
from surefoot.frontend.j.checker import MAIN, check
from surefoot.frontend.j.functions import UnitScope, lowered, result_type
from surefoot.frontend.j.parser import parse
from surefoot.frontend.j.resolved import Function, Unit, Variable
from surefoot.frontend.j.source import Source, similar
from surefoot.frontend.j.stacks import depth_symbol, with_stack
from surefoot.frontend.j.symbols import Symbols
from surefoot.frontend.lower.entry.entry import START
from surefoot.logic import Term, bit_vector, variable
from surefoot.program.ctypes import CVoid
from surefoot.program.program import Block, DataModel, GlobalVariable, Program, Role
from surefoot.program.program import Function as ProgramFunction
from surefoot.program.program import Variable as ProgramVariable
from surefoot.program.properties import Property
from surefoot.program.statements import Call, Havoc, Origin, Statement, Stop
from surefoot.program.validate import validate


def load_j(path: Path, checked: Property, function: str | None = None, bounds: Bounds = USUAL) -> Program:
    """The program in the file at ``path`` within ``bounds``, or with longer ints if it needs them; raises `InputError` or `UsageError`."""
    for option, value, least, most in (
        ("--bits", bounds.bits, 2, MOST_BITS),
        ("--elements", bounds.elements, 1, MOST_ELEMENTS),
        ("--depth", bounds.depth, 1, MOST_DEPTH),
    ):
        if not least <= value <= most:
            raise UsageError(f"{option} is a number from {least} to {most}, not {value}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None
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
    """The program that starts at ``function``, else at the statements of the file, else at its only function; raises `InputError`."""
    entry = _entry(unit, function, file)
    calls = CallGraph(unit)
    called = list(dict.fromkeys(each.function for each in calls_in(entry)))
    if entry is not unit.main:
        called = [entry.name, *called]
    needed = list(dict.fromkeys(name for each in called for name in calls.reachable(each)))
    globals = Symbols("global", bounds)
    mentioned: set[Variable] = set().union(*(calls.mentioned(name) for name in needed))
    for each in unit.globals:
        if each in mentioned:
            globals.of(each)
    scope = UnitScope(unit, bounds, checked, calls, globals, entry.name)
    made = _Functions(scope)
    for name in called:
        made.add(unit.functions[name])
    if entry is unit.main:
        made.functions[MAIN] = lowered(scope, entry)
    start = _start(made.functions[entry.name], entry)
    return Program(
        data_model=DataModel.LP64,
        entry=START,
        functions={START: start, **made.functions},
        global_variables=tuple(GlobalVariable(each, None) for each in globals.declared),
        global_objects=(),
        object_types={
            f"{name}()": ctype
            for name in made.functions
            if name in unit.functions and (ctype := result_type(scope, unit.functions[name])) is not None
        },
        caveats=tuple(_caveats(scope, made)),
    )


class _Functions:
    """The functions of the program; those that call each other are lowered together."""

    def __init__(self, scope: UnitScope) -> None:
        self._scope = scope
        self.functions: dict[str, ProgramFunction] = {}
        self.is_recursive = False

    def add(self, function: Function) -> None:
        """Add ``function`` and what it calls."""
        if function.name in self.functions:
            return
        scope = self._scope
        partners = scope.calls.partners(function.name)
        self.functions[function.name] = self._recursive(function, partners) if partners else lowered(scope, function)
        for name in partners or [function.name]:
            for call in calls_in(scope.unit.functions[name]):
                if call.function not in partners:
                    self.add(scope.unit.functions[call.function])

    def _recursive(self, function: Function, partners: list[str]) -> ProgramFunction:
        self.is_recursive = True
        scope, depth = self._scope, self._scope.bounds.depth
        symbol = depth_symbol(function.name, depth)
        bodies = {
            name: lowered(scope, scope.unit.functions[name], _owner(function.name, name), symbol) for name in partners
        }
        return with_stack(bodies, function.name, depth)


def _owner(entry: str, name: str) -> str:
    """What is in the names of the variables of ``name`` as a part of ``entry``."""
    return entry if name == entry else f"{entry}:{name}"


def _entry(unit: Unit, function: str | None, file: str) -> Function:
    if function is not None:
        if function in unit.functions:
            return unit.functions[function]
        hint = similar(function, unit.functions)
        raise InputError(f"{file}: there is no function {function}{'; ' if hint else ''}{hint}")
    if unit.main is not None:
        return unit.main
    uncalled = set(unit.functions) - {
        c.function for f in unit.functions.values() for c in calls_in(f) if c.function != f.name
    }
    candidates = [MAIN] if MAIN in unit.functions else [name for name in unit.functions if name in uncalled]
    if len(candidates) != 1:
        raise InputError(f"{file}: say with --function where runs start: {', '.join(unit.functions)}")
    return unit.functions[candidates[0]]


def _start(called: ProgramFunction, entry: Function) -> ProgramFunction:
    """Calls the function where runs start, with any arguments."""
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


def _caveats(scope: UnitScope, made: _Functions) -> list[Caveat]:
    """What the verdict is about: the bounds."""
    bounds = scope.bounds
    instead = f" {bounds.enlarged}" if bounds.enlarged else ""
    texts = [f"an int has {bounds.bits} bits{instead}, from {bounds.least} to {bounds.most} (--bits)"]
    if scope.unit.uses_elements:
        texts.append(f"arrays without a size have {bounds.elements} elements (--elements)")
    if made.is_recursive:
        texts.append(f"at most {bounds.depth} calls of a recursive function are active; more are a violation (--depth)")
    found = [Caveat("front end", Lean.ASSUMES, text) for text in texts]
    for span in scope.abstracted:
        text = "the result of this operation may be any number (--abstract-products)"
        found.append(Caveat("front end", Lean.ADDS_BEHAVIOUR, text, span))
    return found
