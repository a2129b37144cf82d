"""Statements of inline assembly: exact if every instruction is one of `x86`, otherwise generic.

The generic model gives every output an arbitrary value, and lets ``asm goto`` jump to any of its
labels. It assumes that the assembly writes only its outputs.
"""

from typing import Final

from surefoot.base.caveats import Direction, Dropped
from surefoot.frontend.llvm.cursor import UnreadableError, unreadable
from surefoot.frontend.llvm.module import AssemblyInstruction, Global
from surefoot.frontend.lower.arithmetic import as_bits
from surefoot.frontend.lower.assembly.operands import AssemblyOperands, operands_of_assembly
from surefoot.frontend.lower.assembly.processor import SOURCE, ProcessorState, condition_code
from surefoot.frontend.lower.assembly.template import (
    NotInterpretedError,
    may_leave,
    mnemonics_of,
    names_in,
    statements_of,
)
from surefoot.frontend.lower.assembly.x86 import condition, execute
from surefoot.frontend.lower.control.flow_graph import parts_of
from surefoot.frontend.lower.function_builder import FunctionBuilder
from surefoot.frontend.lower.memory.havoc import havoc_contents
from surefoot.logic import BitVecSort, Term, bv, ite
from surefoot.program.statements import Origin

WRITES_OUTPUTS_ONLY: Final = "inline assembly writes only its outputs"
"""Assumption of the generic model."""
_TRAP: Final = "ud2"
_WRITES_MEMORY: Final = frozenset({"ins", "movs", "stos"})
"""String instructions, without the suffix of their width; they write to the address in ``di``."""
_FROM_ENVIRONMENT: Final = frozenset({"call", "cpuid", "in", "rdmsr", "rdpmc", "rdrand", "rdseed", "rdtsc", "rdtscp"})
"""Instructions whose results come from outside of the program; with suffixes of widths."""
_TABLES_OF_ENVIRONMENT: Final = ("__ex_table", "__jump_table")
"""Sections by which the operating system changes what assembly does."""


def lower_assembly(builder: FunctionBuilder, assembly: AssemblyInstruction) -> None:
    """Emit the effects of ``assembly`` and bind its result; this may end the current block."""
    try:
        operands = operands_of_assembly(assembly)
    except UnreadableError as error:
        raise unreadable(assembly.constraints, str(error)) from None
    try:
        with builder.collect_statements() as emitted:
            results = _exact(builder, assembly, operands)
    except NotInterpretedError:
        results = _generic(builder, assembly, operands)
    else:
        for statement in emitted:
            builder.emit(statement)
    if results is None:
        builder.stop("trap", assembly.span)
    elif assembly.result is not None:
        builder.bind(assembly.result, results, assembly.span)


# ---- exact


def _exact(
    builder: FunctionBuilder, assembly: AssemblyInstruction, operands: AssemblyOperands
) -> tuple[Term, ...] | None:
    """Return the results, or None for a trap; raises `NotInterpretedError`."""
    statements = statements_of(assembly.template)
    if [each.mnemonic for each in statements] == [_TRAP]:
        return None
    processor = ProcessorState(builder, operands, assembly.span)
    for statement in statements:
        execute(processor, statement)
    results: list[Term] = []
    for each in operands.results:
        if code := condition_code(each):
            (sort,) = builder.type_sorts.sorts(each.type)
            if not isinstance(sort, BitVecSort):
                raise NotInterpretedError("a condition that is no integer")
            results.append(as_bits(condition(processor, code), sort.width))
        else:
            results.append(processor.result(each))
    if assembly.labels:
        results.append(_label(processor, operands, assembly.labels))
    return tuple(results)


def _label(processor: ProcessorState, operands: AssemblyOperands, labels: int) -> Term:
    """Return the number of the label that is jumped to, or 0."""
    if processor.jump is None:
        return bv(0, 32)
    number, taken = processor.jump
    return ite(taken, bv(number - (len(operands.all) - labels) + 1, 32), bv(0, 32))


# ---- generic


def _generic(builder: FunctionBuilder, assembly: AssemblyInstruction, operands: AssemblyOperands) -> tuple[Term, ...]:
    """Havoc the outputs, and record what the model assumes and omits."""
    origin, span = _origin(assembly.template), assembly.span
    builder.scope.note_once(Direction.ASSUMES, WRITES_OUTPUTS_ONLY, span)
    omits = _note_omissions(builder, assembly, operands, origin)
    if omits or may_leave(assembly.template):
        builder.mark_unmodelled(SOURCE, span)
    for argument in assembly.arguments:
        builder.scope.exposed.update(dict.fromkeys(builder.terms(argument.value, span)))
    for output in operands.written_objects:
        if output.argument is None:
            continue
        base = builder.term(output.argument.value, span)
        if not havoc_contents(builder, base, output.type, origin, SOURCE, span):
            text = "inline assembly writes a large object: its new contents are not modelled"
            builder.scope.note(Direction.DROPS_BEHAVIOUR, text, span, Dropped.MEMORY)
    if assembly.result is None:
        return ()
    builder.scope.note_once(Direction.ADDS_BEHAVIOUR, "outputs of inline assembly are arbitrary", span)
    sorts = builder.type_sorts.sorts(assembly.type)
    return tuple(builder.unknown("assembly", sort, origin, SOURCE, span) for sort in sorts)


def _note_omissions(
    builder: FunctionBuilder, assembly: AssemblyInstruction, operands: AssemblyOperands, origin: Origin
) -> bool:
    """Add caveats about effects that the operands do not state.

    Return whether runs lack such effects; those of code outside of the program are its choice.
    """
    module, span = builder.scope.module, assembly.span
    words = names_in(assembly.template)
    given = {
        part.name
        for each in assembly.arguments
        for part in parts_of(each.value)
        if isinstance(part, Global) and part.name in module.functions
    }
    mentioned = sorted(given | {name for name in words if name in module.functions or name in module.globals})
    if mentioned:
        text = f"inline assembly refers to {mentioned[0]}: calls and changes of it are not modelled"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, span)
    writes = "memory" in operands.clobbers or any(
        _is_one_of(word, _WRITES_MEMORY) for word in mnemonics_of(assembly.template)
    )
    if writes:
        text = "inline assembly may write any memory: that is not modelled"
        builder.scope.note(Direction.DROPS_BEHAVIOUR, text, span, Dropped.MEMORY)
    return bool(mentioned) or (writes and origin is Origin.UNMODELLED)


def _origin(template: str) -> Origin:
    """Return why the outputs are unknown: they come from the environment, or are not modelled."""
    is_external = (
        "%gs:" in template
        or "%fs:" in template
        or any(table in template for table in _TABLES_OF_ENVIRONMENT)
        or any(_is_one_of(word, _FROM_ENVIRONMENT) for word in mnemonics_of(template))
    )
    return Origin.EXTERNAL if is_external else Origin.UNMODELLED


def _is_one_of(mnemonic: str, names: frozenset[str]) -> bool:
    return mnemonic in names or (mnemonic[-1:] in {"b", "w", "l", "q"} and mnemonic[:-1] in names)
