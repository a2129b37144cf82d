"""What functions do that their contracts cannot say. Where one is called, its contract cannot stand for its body."""

from collections.abc import Iterator, Mapping
from enum import Enum

from surefoot.frontend.lower.control.non_local_jumps import is_register
from surefoot.frontend.lower.library.termination import CALLED_AT_EXIT
from surefoot.logic import FALSE, Term, variables_of
from surefoot.program.access import terms_read, variables_assigned
from surefoot.program.program import Block, Function, Program
from surefoot.program.properties import Property
from surefoot.program.statements import Allocate, Call, Check, CheckMemory, Free, Statement, Stop, Storage, Terminator


class Limit(Enum):
    """Why calls have to run the body; what keeps a function from being proved alone comes first."""

    JUMPS = "jumps by setjmp and longjmp"
    LIBRARY = "uses what the C library keeps from call to call"
    ENDS = "may end the program, or never end"
    HEAP = "allocates or frees memory"
    OTHER_MEMORY = "takes memory for valid that none of its parameters points to"

    @property
    def may_be_proved_alone(self) -> bool:
        """Whether a proof for any arguments and global variables means something: no contract says that a jump has a place to go to."""
        return self is not Limit.JUMPS


def limits_in(program: Program, checked: Property) -> dict[str, Limit]:
    """The first limit of each function of ``program`` that has one, also for what it calls.

    ``program`` has bodies, not contracts. A call through a pointer may be one of any function.
    """
    kept = _kept_by_library(program)
    own = {name: frozenset(_own_limits(each, kept, checked)) for name, each in program.functions.items()}
    called = {name: frozenset(_called_by(function, program)) for name, function in program.functions.items()}
    found = own
    while True:
        wider = {name: limits.union(*(found[each] for each in called[name])) for name, limits in found.items()}
        if wider == found:
            break
        found = wider
    return {name: next(each for each in Limit if each in limits) for name, limits in found.items() if limits}


def _own_limits(function: Function, kept: frozenset[Term], checked: Property) -> Iterator[Limit]:
    for block in function.blocks.values():
        for statement in _that_run(block, checked):
            match statement:
                case Stop() | CheckMemory():
                    yield Limit.ENDS
                case Allocate(storage=Storage.HEAP) | Free():
                    yield Limit.HEAP
                case _:
                    pass
            mentioned = {*variables_assigned(statement)}.union(*map(variables_of, terms_read(statement)))
            if any(is_register(each) for each in mentioned):
                yield Limit.JUMPS
            if not kept.isdisjoint(mentioned):
                yield Limit.LIBRARY


def _that_run(block: Block, checked: Property) -> Iterator[Statement | Terminator]:
    """What a run may come to in ``block``: nothing after a check that always fails and is asked for."""
    for statement in block.statements:
        yield statement
        if isinstance(statement, Check) and statement.condition is FALSE and statement.kind in checked.violations:
            return
    yield block.terminator


def _kept_by_library(program: Program) -> frozenset[Term]:
    """Variables of models of the library that change, and addresses of their objects that may."""
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
                ):  # that is a part of `Limit.ENDS`
                    yield name
                case Call(callee=Term()):
                    yield from (name for name in program.functions if name != program.entry)
                case _:
                    pass


def joined(one: Mapping[str, Limit], other: Mapping[str, Limit]) -> dict[str, Limit]:
    """For each function the first of its limits in both."""
    order = list(Limit)
    names = dict.fromkeys((*one, *other))
    return {name: min((each[name] for each in (one, other) if name in each), key=order.index) for name in names}
