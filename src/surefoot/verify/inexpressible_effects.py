"""Effects of functions that contracts cannot express: calls of such a function run its body."""

from collections.abc import Iterator, Mapping

from surefoot.base.enums import Enum
from surefoot.frontend.lower.control.non_local_jumps import is_jump_variable
from surefoot.frontend.lower.library.termination import CALLED_AT_EXIT
from surefoot.logic import FALSE, Term, variables_of
from surefoot.program.access import terms_read, variables_assigned
from surefoot.program.program import Block, Function, Program
from surefoot.program.properties import Property
from surefoot.program.statements import Allocate, Call, Check, CheckMemory, Free, Statement, Stop, Storage, Terminator


class InexpressibleEffect(Enum):
    """An effect that forces calls to run the body, as a verb phrase; the one that rules out a
    modular proof comes first.
    """

    JUMPS = "jumps by setjmp and longjmp"
    LIBRARY_STATE = "uses internal state of the C library"
    NO_RETURN = "may end the program, or not terminate"
    HEAP = "allocates or frees memory"
    OTHER_MEMORY = "requires memory to be valid that no parameter points to"

    @property
    def may_be_proved_alone(self) -> bool:
        """True unless the function jumps: no contract can require that the target of a jump exists."""
        return self is not InexpressibleEffect.JUMPS


def inexpressible_effects(program: Program, checked: Property) -> dict[str, InexpressibleEffect]:
    """Return the first inexpressible effect of each function of ``program`` that has one, its
    callees included.

    A call through a pointer may be a call of any function.

    Requires: calls in ``program`` run bodies, not contracts.
    """
    library_state = _library_state(program)
    own = {name: frozenset(_own_effects(each, library_state, checked)) for name, each in program.functions.items()}
    called = {name: frozenset(_called_by(function, program)) for name, function in program.functions.items()}
    found = own
    while True:
        wider = {name: effects.union(*(found[each] for each in called[name])) for name, effects in found.items()}
        if wider == found:
            break
        found = wider
    return {
        name: next(each for each in InexpressibleEffect if each in effects)
        for name, effects in found.items()
        if effects
    }


def _own_effects(
    function: Function, library_state: frozenset[Term], checked: Property
) -> Iterator[InexpressibleEffect]:
    for block in function.blocks.values():
        for statement in _executable(block, checked):
            match statement:
                case Stop() | CheckMemory():
                    yield InexpressibleEffect.NO_RETURN
                case Allocate(storage=Storage.HEAP) | Free():
                    yield InexpressibleEffect.HEAP
                case _:
                    pass
            mentioned = {*variables_assigned(statement)}.union(*map(variables_of, terms_read(statement)))
            if any(is_jump_variable(each) for each in mentioned):
                yield InexpressibleEffect.JUMPS
            if not library_state.isdisjoint(mentioned):
                yield InexpressibleEffect.LIBRARY_STATE


def _executable(block: Block, checked: Property) -> Iterator[Statement | Terminator]:
    """Yield the statements that a run may reach in ``block``: none after a checked condition that
    always fails.
    """
    for statement in block.statements:
        yield statement
        if isinstance(statement, Check) and statement.condition is FALSE and statement.kind in checked.violations:
            return
    yield block.terminator


def _library_state(program: Program) -> frozenset[Term]:
    """Return the library models' variables that are assigned, and the addresses of their mutable
    objects.
    """
    blocks = [block for function in program.functions.values() for block in function.blocks.values()]
    assigned = {each for block in blocks for statement in block.statements for each in variables_assigned(statement)}
    variables = (each.variable for each in program.global_variables)
    scalars = (each.symbol for each in variables if each.span is not None and each.span.is_library)
    objects = (each for each in program.global_objects if each.span is not None and each.span.is_library)
    return frozenset((*assigned.intersection(scalars), *(each.address for each in objects if not each.constant)))


def _called_by(function: Function, program: Program) -> Iterator[str]:
    for block in function.blocks.values():
        for statement in block.statements:
            match statement:
                case Call(callee=str() as name) if (
                    name not in CALLED_AT_EXIT.values()
                ):  # that is a part of `InexpressibleEffect.NO_RETURN`
                    yield name
                case Call(callee=Term()):
                    yield from (name for name in program.functions if name != program.entry)
                case _:
                    pass


def first_effects(
    one: Mapping[str, InexpressibleEffect], other: Mapping[str, InexpressibleEffect]
) -> dict[str, InexpressibleEffect]:
    """Return for each function the first of its effects in both."""
    order = list(InexpressibleEffect)
    names = dict.fromkeys((*one, *other))
    return {name: min((each[name] for each in (one, other) if name in each), key=order.index) for name in names}
