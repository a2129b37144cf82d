"""The calls of a program by whom they call, and which functions can wait for their callees in one copy."""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from surefoot.base.records import dataclass
from surefoot.logic import Term, postorder
from surefoot.program.access import terms_read
from surefoot.program.program import Function, Program
from surefoot.program.statements import Allocate, Call, Storage
from surefoot.semantics.symbolic.loops import loop_heads
from surefoot.systems.procedures.points import recursive_functions


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call that names its callee: statement ``index`` of a block."""

    caller: str
    block: str
    index: int
    call: Call


class CallGraph:
    """Who calls whom by name, among the functions that runs of ``program`` can get to."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.sites: dict[str, list[CallSite]] = {}
        """The calls of each function, in the order of the program."""
        self._reached: dict[str, None] = {}
        pending = [program.entry, *self._addressed]
        while pending:
            name = pending.pop()
            if name not in self._reached:
                self._reached[name] = None
                pending += (str(site.call.callee) for site in _calls_in(program.functions[name]))
        for name in program.functions:
            if name in self._reached:
                for site in _calls_in(program.functions[name]):
                    self.sites.setdefault(str(site.call.callee), []).append(site)

    @cached_property
    def _addressed(self) -> tuple[str, ...]:
        """The functions whose addresses are taken: they may be called through pointers."""
        program = self._program
        terms: list[Term] = [known.initial for known in program.global_variables if known.initial is not None]
        terms += [cell.value for each in program.global_objects for cell in each.cells or ()]
        for function in program.functions.values():
            for block in function.blocks.values():
                for statement in (*block.statements, block.terminator):
                    terms += terms_read(statement)
        mentioned = set(postorder(terms))
        return tuple(name for name, function in program.functions.items() if function.address in mentioned)

    @cached_property
    def looping(self) -> frozenset[str]:
        """The functions in which there are loops, or in whose callees there are."""
        found = [name for name in self._reached if loop_heads(self._program.functions[name])]
        return self.above(found)

    def above(self, functions: Iterable[str]) -> frozenset[str]:
        """``functions``, those that call them, and those that call these."""
        return _closure(functions, {name: [site.caller for site in sites] for name, sites in self.sites.items()})

    @cached_property
    def sequences(self) -> Mapping[str, int]:
        """In how many sequences of calls by name runs can get to each function.  Requires  no function is recursive."""
        found = dict.fromkeys([self._program.entry, *self._addressed], 1)

        def count(name: str) -> int:
            if name not in found:
                found[name] = sum(count(site.caller) for site in self.sites.get(name, ()))
            return found[name]

        return {name: count(name) for name in self._reached}

    def can_share(self, name: str) -> bool:
        """Whether the calls of ``name`` can share one copy of its blocks.

        Whoever may be called through a pointer is called as before, and so is what it calls. So is a function with objects of its own on the stack, because an object that is made
        after a loop has no finite description at loop heads. Whoever calls it is in the copy as well: what they have on the stack must be made when they begin, and nowhere else.
        """
        callers = self.above([name])
        functions = self._program.functions
        return (
            name != self._program.entry
            and callers.isdisjoint(self._addressed)
            and not stack_objects(functions[name])
            and all(_makes_objects_first(functions[each]) for each in callers)
        )


def shareable_functions(program: Program) -> frozenset[str]:
    """The functions for which one copy is worth while: those with several calls, in which or in whose callees there are loops.

    A function without loops is part of the steps between loop heads, wherever it is called. No function waits in a recursive program.
    """
    if recursive_functions(program):
        return frozenset()
    graph = CallGraph(program)
    return frozenset(
        name
        for name, sites in graph.sites.items()
        if len(sites) > 1 and name in graph.looping and graph.can_share(name)
    )


def copies_of_loops(program: Program, functions: Collection[str]) -> int:
    """How many loop heads of ``functions`` there are if each sequence of calls has its own.  Requires  no function is recursive."""
    sequences = CallGraph(program).sequences
    return sum(sequences[name] * len(loop_heads(program.functions[name])) for name in functions)


def stack_objects(function: Function) -> list[Allocate]:
    """The statements of ``function`` that make objects on the stack."""
    return [
        each
        for block in function.blocks.values()
        for each in block.statements
        if isinstance(each, Allocate) and each.storage is not Storage.HEAP
    ]


def _makes_objects_first(function: Function) -> bool:
    """Whether each object on the stack is made once in each call, before any other block is entered."""
    in_entry = sum(
        isinstance(each, Allocate) and each.storage is not Storage.HEAP for each in function.entry.statements
    )
    return len(stack_objects(function)) == in_entry and function.entry.label not in loop_heads(function)


def _calls_in(function: Function) -> Iterable[CallSite]:
    for label, block in function.blocks.items():
        for index, statement in enumerate(block.statements):
            if isinstance(statement, Call) and isinstance(statement.callee, str):
                yield CallSite(function.name, label, index, statement)


def _closure(start: Iterable[str], following: Mapping[str, Iterable[str]]) -> frozenset[str]:
    found = set(start)
    pending = list(found)
    while pending:
        for name in following.get(pending.pop(), ()):
            if name not in found:
                found.add(name)
                pending.append(name)
    return frozenset(found)
