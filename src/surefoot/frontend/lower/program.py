"""Lowering of a linked module to a `Program`."""

from typing import Final

from surefoot.base.caveats import Direction, Dropped
from surefoot.base.errors import InputError, MissingEntryError, UnsupportedError
from surefoot.base.records import replace
from surefoot.base.spans import Span
from surefoot.frontend.acsl.contracts import is_generated_variable
from surefoot.frontend.environment import ARBITRARY_INDEX, ORDINARY, Environment
from surefoot.frontend.linking.constructors import constructors, destructors
from surefoot.frontend.linking.handler_copies import handler_copy
from surefoot.frontend.llvm.data_layout import DataLayout
from surefoot.frontend.llvm.module import (
    BasicBlock,
    FunctionDeclaration,
    FunctionDefinition,
    GlobalDefinition,
    Local,
    Module,
    OpaqueType,
    Parameter,
    PointerType,
    ReturnInstruction,
)
from surefoot.frontend.lower.calls.callback_arguments import classify_callbacks, function_type
from surefoot.frontend.lower.calls.environment_effects import ExternalEffects
from surefoot.frontend.lower.calls.unknown_functions import STREAMS, external_globals
from surefoot.frontend.lower.constants import constant_value, initial_cells, scalar
from surefoot.frontend.lower.control.flow_graph import flow_of
from surefoot.frontend.lower.control.interrupts import interrupt_dispatch, shared_globals
from surefoot.frontend.lower.control.non_local_jumps import with_non_local_jumps
from surefoot.frontend.lower.control.reachability import ReachedNames, call_by_name, reachable_from
from surefoot.frontend.lower.entry import ENVIRONMENT, START, StartFunction
from surefoot.frontend.lower.function import lower_function
from surefoot.frontend.lower.memory.devices import register_objects
from surefoot.frontend.lower.memory.escape_analysis import EscapingObjects, escaping_objects
from surefoot.frontend.lower.memory.havoc import ERROR_NUMBER
from surefoot.frontend.lower.memory.promotion import promotable_globals
from surefoot.frontend.lower.scope import ProgramScope
from surefoot.frontend.lower.type_sorts import TypeSorts
from surefoot.logic import Term, variable
from surefoot.program.ctypes import CRecord, CType, CVoid
from surefoot.program.program import (
    DataModel,
    Function,
    GlobalObject,
    GlobalVariable,
    Program,
    Role,
    Variable,
)
from surefoot.program.properties import Property


def lower_program(
    module: Module,
    data_model: DataModel,
    property: Property,
    entry: str = "main",
    environment: Environment = ORDINARY,
    reached: ReachedNames | None = None,
    escaping: EscapingObjects | None = None,
) -> Program:
    """Return the program that starts at function ``entry`` of the linked ``module``.

    Only what ``entry`` can reach is lowered; ``reached`` is that set, and ``escaping`` are the escaping
    objects of ``module``, if they were computed already.
    Raises `MissingEntryError` when there is no such function and `UnsupportedError` for a reachable
    construct that is not supported.
    """
    definition = module.functions.get(entry)
    if definition is None:
        names = (name for name in module.functions if not name.startswith("__surefoot") and "@" not in name)
        there = ", ".join(sorted(names))
        advice = f"name one of these with --function: {there}" if there else "no function has a body"
        raise MissingEntryError(f"no function '{entry}' to start at; {advice}")
    _require_globals(module, environment)
    handlers = [handler_copy(name) for name in environment.interrupts]
    started = () if environment.all_globals_arbitrary else (*constructors(module), *destructors(module))
    allocators = (f"*{path}" for path in environment.pointers.allocators)
    reached = reached or reachable_from(entry, module, property, (*handlers, *started, *allocators))
    reached = replace(reached, addressed=dict(reached.addressed))
    type_sorts = TypeSorts(DataLayout(module.data_layout))
    variables = _global_variables(module, reached, type_sorts)
    shared = shared_globals(module, handlers, property, reached, variables)
    external_effects = ExternalEffects(module, reached, property)
    escaping = escaping_objects(module) if escaping is None else escaping
    scope = ProgramScope(
        module,
        type_sorts,
        property,
        reached.globals,
        variables,
        external_effects,
        escaping,
        environment,
        _starts_with_objects(definition, environment),
        shared,
    )
    start = StartFunction(scope, definition)
    given = classify_callbacks(scope, reached, definition.span)
    reached.addressed.update(dict.fromkeys(given.called))
    functions = {name: lower_function(scope, module.functions[name], flow) for name, flow in reached.functions.items()}
    functions |= {name: _lower_by_name(scope, name, definition.span) for name in reached.addressed}
    functions |= {each.name: lower_function(scope, each, flow_of(each, lambda _: False)) for each in given.others}
    functions |= interrupt_dispatch(scope, handlers)
    functions = {START: start.build(), **functions}
    program = Program(
        data_model=data_model,
        entry=START,
        functions=functions,
        global_variables=(*(_initialised(scope, name) for name in scope.variables), *scope.frame.variables()),
        global_objects=(
            *(_object(scope, name) for name in reached.globals if name not in scope.variables),
            *register_objects(scope),
        ),
        object_types={**scope.object_types, **_records(module)},
        caveats=tuple(scope.caveats),
        exposed=_exposed(scope),
        shared_reads=frozenset(scope.shared_reads),
    )
    return with_non_local_jumps(program)


def _exposed(scope: ProgramScope) -> tuple[Term, ...]:
    """Return what functions without a body may know; that includes the globals that they can
    name.
    """
    calls_others = any(each.dropped in (Dropped.GLOBALS, Dropped.CALLBACKS) for each in scope.caveats)
    named = external_globals(scope) if calls_others else ()
    symbols = (scope.variables[name].symbol if name in scope.variables else scope.address(name) for name in named)
    return tuple(dict.fromkeys((*scope.exposed, *symbols)))


def _starts_with_objects(definition: FunctionDefinition, environment: Environment) -> bool:
    """Return whether runs of ``definition`` start with objects of arbitrary contents."""
    takes_pointers = any(isinstance(each.type, PointerType) for each in definition.parameters)
    is_given_objects = takes_pointers and definition.name != "main"
    return is_given_objects or environment.all_globals_arbitrary or bool(environment.arbitrary_globals)


def _records(module: Module) -> dict[str, CType]:
    """Return the structs and unions that variables point to, by name."""
    return {each.name: each.ctype for each in module.pointees.values() if isinstance(each.ctype, CRecord)}


def _global_variables(module: Module, reached: ReachedNames, type_sorts: TypeSorts) -> dict[str, Variable]:
    known = {name: module.globals[name] for name in reached.globals}
    initialisers = [item.initial for item in known.values() if item.initial is not None]
    promoted = promotable_globals(known, reached.functions.values(), initialisers)
    variables: dict[str, Variable] = {}
    for name, item in promoted.items():
        symbol = variable(name, type_sorts.sort(scalar(item.type)))
        declared = item.declared
        variables[name] = Variable(
            symbol,
            declared.name if declared else name,
            declared.ctype if declared else CVoid(),
            Role.GLOBAL,
            declared.span if declared else None,
        )
    return variables


def _initialised(scope: ProgramScope, name: str) -> GlobalVariable:
    item = scope.module.globals[name]
    if _is_arbitrary(scope, item):
        return GlobalVariable(scope.variables[name], None)
    if item.initial is None:
        _note_undefined(scope, item)
        return GlobalVariable(scope.variables[name], None)
    (initial,) = constant_value(scope, item.initial)
    return GlobalVariable(scope.variables[name], initial)


def _object(scope: ProgramScope, name: str) -> GlobalObject:
    item = scope.module.globals[name]
    declared = item.declared
    is_arbitrary = _is_arbitrary(scope, item)
    if item.initial is None and not is_arbitrary:
        _note_undefined(scope, item)
    return GlobalObject(
        address=scope.address(name),
        name=declared.name if declared else name,
        size=0 if isinstance(item.type, OpaqueType) else scope.type_sorts.layout.size_of(item.type),
        alignment=max(1, item.alignment),
        cells=None if item.initial is None or is_arbitrary else tuple(initial_cells(scope, item.initial)),
        constant=item.constant,
        ctype=declared.ctype if declared else CVoid(),
        span=declared.span if declared else None,
    )


def _is_arbitrary(scope: ProgramScope, item: GlobalDefinition) -> bool:
    declared = item.declared.name if item.declared else item.name
    is_generated = is_generated_variable(item.name) and item.internal
    is_kept = is_generated or (item.is_of_library and item.name != ERROR_NUMBER)
    is_known = item.constant or item.initial is None or is_kept
    is_meant = scope.environment.all_globals_arbitrary and not is_known
    return is_meant or declared in scope.environment.arbitrary_globals


_LIBRARY_POINTERS: Final = frozenset({
    "environ", "_environ", "__environ", "tzname", "__tzname", "program_invocation_name", "program_invocation_short_name", "__progname",
})  # fmt: skip
"""Variables that point to memory of the C library, which is not modelled."""


def _note_undefined(scope: ProgramScope, item: GlobalDefinition) -> None:
    if item.name in _LIBRARY_POINTERS:
        span = item.declared.span if item.declared else None
        raise UnsupportedError(f"variable {item.name} of the C library is not supported", span)
    if item.name not in STREAMS and item.name != ENVIRONMENT and not item.name.startswith(ARBITRARY_INDEX):
        text = f"{item.name} is declared but not defined: its initial value is arbitrary"
        scope.note(Direction.ADDS_BEHAVIOUR, text, item.declared.span if item.declared else None)


def _require_globals(module: Module, environment: Environment) -> None:
    known = {item.declared.name if item.declared else item.name for item in module.globals.values()}
    for name in environment.arbitrary_globals:
        if name not in known:
            raise InputError(f"--arbitrary-global {name}: no such global variable")


def _lower_by_name(scope: ProgramScope, name: str, entered: Span | None) -> Function:
    """Lower a function whose address is taken and that is known by name only to a wrapper.

    The body of the wrapper is one call of ``name``. ``entered`` is the location of the function
    under test, whose arguments may point to such functions.
    """
    given = scope.callbacks.get(name)
    declaration = scope.module.declarations.get(name) or scope.module.functions.get(name)
    of = function_type(given) if given else declaration.type if declaration else None
    if of is None:
        raise AssertionError(f"@{name} is neither a global nor a function")
    span = entered if given else None
    noreturn = isinstance(declaration, FunctionDeclaration) and declaration.noreturn
    parameters = tuple(Parameter(kind, f"argument{index}", None) for index, kind in enumerate(of.parameters))
    call = call_by_name(name, of, span, noreturn=noreturn)
    returned = None if call.result is None else Local(of.result, call.result)
    block = BasicBlock("entry", (call,), ReturnInstruction(returned, None))
    wrapper = FunctionDefinition(
        name, of, parameters, (block,), {}, internal=False, weak=False, span=None, result_ctype=CVoid()
    )
    return lower_function(scope, wrapper, flow_of(wrapper, lambda _: False))
