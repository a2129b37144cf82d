"""Effects of comparison functions that are passed to ``qsort``, ``qsort_r`` and ``bsearch``, and
uses of the results of ``strcmp`` and its relatives.

If a comparison has no effects, the models need one comparison of arbitrary elements. Otherwise
they compare any number of times, in any order. If only the signs of results are used, the models
need not leave their magnitudes open.
"""

from collections.abc import Iterator
from typing import Final

from surefoot.frontend.llvm.module import (
    Alloca,
    AssemblyInstruction,
    AtomicUpdate,
    CallInstruction,
    Cast,
    Compare,
    CompareExchange,
    GetElementPointer,
    Global,
    Instruction,
    IntConstant,
    LoadInstruction,
    Local,
    Module,
    NullPointer,
    Operand,
    PointerType,
    ReturnInstruction,
    StoreInstruction,
    UnmodelledInstruction,
)
from surefoot.frontend.lower.control.flow_graph import Flow, operands_of, parts_of
from surefoot.frontend.lower.control.reachability import ReachedNames
from surefoot.frontend.lower.library.known_functions import ends_run
from surefoot.frontend.lower.library.termination import ASSERTION_HANDLERS
from surefoot.program.properties import Property

_COMPARISON_AT: Final = {"qsort": 3, "qsort_r": 3, "bsearch": 4}
"""The position of the comparison function among the arguments."""
_WITHOUT_EFFECTS: Final = frozenset({
    "strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "bcmp", "strcoll", "strlen", "strnlen", "strchr", "strrchr",
    "strstr", "strspn", "strcspn", "memchr", "tolower", "toupper", "isalpha", "isdigit", "isalnum", "isspace", "isupper",
    "islower", "ispunct", "isxdigit", "abs", "labs", "llabs", "isnan", "isinf", "isnanf", "isinff", "fabs", "fabsf",
    "__isnan", "__isinf",
})  # fmt: skip
"""Library functions that write nothing and return the same result for the same arguments."""
_SPECIFIED_BY_SIGN: Final = frozenset({
    "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "bcmp",
    "wcscmp", "wcsncmp", "wcscasecmp", "wcsncasecmp", "wcscoll", "wmemcmp",
})  # fmt: skip
"""Library functions of whose results C specifies the sign only."""
_INTRINSICS_WITH_EFFECTS: Final = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")


def comparisons_have_effects(module: Module, reached: ReachedNames, property: Property) -> bool:
    """Return whether a reachable comparison function may write memory other than its own variables,
    have a result that is not determined by its arguments, or compare addresses.
    """
    return any(name is None or _Effects(module, reached, property).has_effects(name) for name in _comparisons(reached))


def uses_magnitudes(reached: ReachedNames) -> bool:
    """Return whether the magnitude of a result of ``strcmp`` or a relative may be used."""
    comparisons = set(_comparisons(reached))
    if not _SPECIFIED_BY_SIGN.isdisjoint(reached.addressed.keys() - comparisons):
        return True
    called = {
        instruction.callee.name
        for flow in reached.functions.values()
        for instruction in _instructions(flow)
        if isinstance(instruction, CallInstruction) and isinstance(instruction.callee, Global)
    }
    return any(
        _has_magnitude_in(flow, may_return=name in comparisons and name not in called)
        for name, flow in reached.functions.items()
    )


def _has_magnitude_in(flow: Flow, *, may_return: bool) -> bool:
    """Return whether a result is used otherwise than compared with 0, or returned if that is
    allowed.
    """
    results = {
        instruction.result
        for instruction in _instructions(flow)
        if isinstance(instruction, CallInstruction)
        and isinstance(instruction.callee, Global)
        and instruction.callee.name in _SPECIFIED_BY_SIGN
    }
    if not results:
        return False
    for label in flow.order:
        block = flow.blocks[label]
        for instruction in (*block.instructions, block.last):
            match instruction:
                case Compare(opcode="icmp", right=IntConstant(_, 0)):
                    continue
                case ReturnInstruction() if may_return:
                    continue
                case _:
                    operands = operands_of(instruction)
            if any(isinstance(part, Local) and part.name in results for each in operands for part in parts_of(each)):
                return True
    return False


def _comparisons(reached: ReachedNames) -> Iterator[str | None]:
    """Yield the comparison functions that are passed; None is an unknown one."""
    used = {name for name in _COMPARISON_AT if name in reached.missing}
    if not used.isdisjoint(reached.addressed):
        yield None
    for flow in reached.functions.values():
        for instruction in _instructions(flow):
            match instruction:
                case CallInstruction(callee=Global(_, name), arguments=arguments) if name in used:
                    position = _COMPARISON_AT[name]
                    given = arguments[position].value if position < len(arguments) else None
                    yield given.name if isinstance(given, Global) else None


def _instructions(flow: Flow) -> Iterator[Instruction]:
    for label in flow.order:
        yield from flow.blocks[label].instructions


class _Effects:
    def __init__(self, module: Module, reached: ReachedNames, property: Property) -> None:
        self._module = module
        self._reached = reached
        self._error_functions = property.error_functions
        self._visited: set[str] = set()

    def has_effects(self, name: str) -> bool:
        """Return whether function ``name`` or one that it calls has effects."""
        if name in self._visited:
            return False
        self._visited.add(name)
        if name in self._error_functions:
            return False
        if name not in self._module.functions:
            is_harmless = name in _WITHOUT_EFFECTS or ends_run(name) or name in ASSERTION_HANDLERS
            return not (is_harmless or (name.startswith("llvm.") and not name.startswith(_INTRINSICS_WITH_EFFECTS)))
        flow = self._reached.functions.get(name)
        return flow is None or any(self._is_effect(each, _own_addresses(flow)) for each in _instructions(flow))

    def _is_effect(self, instruction: Instruction, own: frozenset[str]) -> bool:
        match instruction:
            case StoreInstruction(address=address, is_volatile=is_volatile):
                return is_volatile or not _is_own(address, own)
            case LoadInstruction(is_volatile=is_volatile):
                return is_volatile
            case AtomicUpdate() | CompareExchange() | AssemblyInstruction() | UnmodelledInstruction():
                return True
            case Compare(left=left, right=right):
                return isinstance(left.type, PointerType) and not (_is_null(left) or _is_null(right))
            case Cast(opcode="ptrtoint"):
                return True
            case CallInstruction(callee=Global(_, name), arguments=arguments):
                if name.startswith(_INTRINSICS_WITH_EFFECTS):
                    return not _is_own(arguments[0].value, own)
                return self.has_effects(name)
            case CallInstruction():
                return True
            case _:
                return False


def _own_addresses(flow: Flow) -> frozenset[str]:
    """Return the names of addresses of the function's own variables."""
    own: set[str] = set()
    for instruction in _instructions(flow):  # in reverse postorder: definitions come first
        match instruction:
            case Alloca(result=result):
                own.add(result)
            case GetElementPointer(result=result, base=base) if _is_own(base, frozenset(own)):
                own.add(result)
            case _:
                pass
    return frozenset(own)


def _is_own(address: Operand, own: frozenset[str]) -> bool:
    return isinstance(address, Local) and address.name in own


def _is_null(operand: Operand) -> bool:
    return isinstance(operand, NullPointer)
