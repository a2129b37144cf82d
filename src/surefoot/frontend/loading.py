"""Stages from C files to a `Program`; read `load_program` and then `_load` from top to bottom.

annotations -> compile -> link -> library models -> lifetime markers -> specialised format calls
-> model copies -> interrupt handlers -> lower -> caveats
"""

import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.caveats import Caveat
from surefoot.base.errors import InputError, MissingEntryError, UnsupportedError
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.frontend.acsl.contracts import Contracts, FunctionContract, contracts_of
from surefoot.frontend.check_presence import has_checks, mentions_checks, must_have_checks, nothing_checked
from surefoot.frontend.clang_flags import classify_flags, refuse_trapping_flags
from surefoot.frontend.compilations import CompilationCache
from surefoot.frontend.compiler import CompiledUnit, compile_all, compile_c, preprocessed
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.folded_overflow import folded_overflows
from surefoot.frontend.library import models_for
from surefoot.frontend.library.standard import is_declared_otherwise
from surefoot.frontend.linking.allocator_arguments import with_allocators
from surefoot.frontend.linking.constructors import constructors, destructors
from surefoot.frontend.linking.format_calls import SpecialisedFormats, specialised_formats
from surefoot.frontend.linking.handler_copies import with_handler_copies
from surefoot.frontend.linking.library_state import library_needs
from surefoot.frontend.linking.link import link, with_null_weak_symbols
from surefoot.frontend.linking.own_names import with_own_names
from surefoot.frontend.llvm.guards import with_guards
from surefoot.frontend.llvm.module import FloatType, IntType, Module, Type
from surefoot.frontend.llvm.reader import read_module
from surefoot.frontend.lower import lower_program
from surefoot.frontend.lower.control.reachability import ReachedNames, reachable_from
from surefoot.frontend.lower.memory.escape_analysis import EscapingObjects, escaping_objects
from surefoot.frontend.lower.memory.uninitialised_reuse import (
    has_ambiguous_reuses,
    with_reuses_of,
    with_uninitialised_reuses,
)
from surefoot.program.check_sites import check_sites
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import UNREACH_CALL, Property
from surefoot.program.statements import CheckKind
from surefoot.program.validate import validate

if TYPE_CHECKING:
    from surefoot.program.passes.reported_path import ReportedPath

_REQUESTED_SANITIZERS = {
    CheckKind.UNSIGNED_OVERFLOW: "unsigned-integer-overflow",
    CheckKind.LOST_VALUE: "implicit-conversion",
    CheckKind.ARRAY_INDEX: "array-bounds",
}
"""Clang's names of the sanitizers that are enabled only if the property needs them."""
_EMIT_UNUSED = "-femit-all-decls"
_ASSEMBLY = re.compile(r"^\s*(?:__)?asm(?:__)?\b")

__all__ = ["LoadedProgram", "Lowering", "load_module", "load_program"]


@dataclass(frozen=True, slots=True)
class Lowering:
    """Arguments of the lowering stage.

    Lowering is deterministic: each call of `program` builds the same terms.
    """

    module: Module
    data_model: DataModel
    property: Property
    entry: str
    environment: Environment
    reached: ReachedNames | None
    """The names that ``entry`` reaches in ``module``; None if they are to be computed."""
    escaping: EscapingObjects

    def program(self) -> Program:
        """Lower the module."""
        return lower_program(
            self.module,
            self.data_model,
            self.property,
            self.entry,
            self.environment,
            self.reached,
            self.escaping,
        )


@dataclass(frozen=True, slots=True)
class LoadedProgram:
    """A program with the compiler's warnings, one line each."""

    program: Program
    warnings: tuple[str, ...]
    lowering: Lowering = field(compare=False)
    """The last stage, to be repeated where the simplification of the program's terms is recorded.
    """
    contracts: dict[str, FunctionContract] = field(default_factory=dict)
    """The functions with contracts, by name."""


@dataclass(frozen=True, slots=True)
class _Source:
    """C files with the options under which they are compiled; `contracts` replaces their
    annotations by code.
    """

    paths: tuple[Path, ...]
    data_model: DataModel
    property: Property
    flags: tuple[str, ...]
    budget: Budget | None
    environment: Environment
    contracts: Contracts
    own_flags: Mapping[Path, tuple[str, ...]]
    compilations: CompilationCache | None


@dataclass(frozen=True, slots=True)
class _Compiled:
    """One module for each translation unit, and clang's warnings."""

    modules: tuple[Module, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """The stages up to lowering: the lowering, what they assume, and clang's warnings."""

    source: _Source
    lowering: Lowering
    caveats: tuple[Caveat, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Linked:
    """The module of all translation units, and what linking assumes."""

    module: Module
    caveats: tuple[Caveat, ...]


def load_program(
    paths: Sequence[Path],
    data_model: DataModel,
    property: Property,
    entry: str = "main",
    flags: Sequence[str] = (),
    budget: Budget | None = None,
    environment: Environment = ORDINARY,
    own_flags: Mapping[Path, tuple[str, ...]] | None = None,
    compilations: CompilationCache | None = None,
) -> LoadedProgram:
    """Load the program that consists of the C files at ``paths`` and starts at function ``entry``.

    ``own_flags`` are the further flags of single files. Files without annotations are read from
    ``compilations`` if they are there, and entered otherwise.
    Raises `InputError` for files that cannot be compiled or linked or that lack ``entry``, and
    `UnsupportedError` for a construct that is reachable from ``entry`` and not modelled.
    """
    refuse_trapping_flags(flags)
    with contracts_of(paths, data_model, flags, budget, property, environment, entry) as contracts:
        source = _Source(
            tuple(paths),
            data_model,
            property,
            tuple(flags),
            budget,
            environment,
            contracts,
            own_flags or {},
            compilations,
        )
        return _load(source, contracts.entry(entry))


def _load(source: _Source, entry: str) -> LoadedProgram:
    """Run the stages after annotations have become code."""
    prepared = _prepared_once(source, entry)
    try:
        program = prepared.lowering.program()
    except MissingEntryError as missing:
        bodies = tuple(name for name, known in source.contracts.known.items() if known.has_body)
        raise MissingEntryError(str(missing), bodies) from None
    validate(program)
    caveats = [*program.caveats, *prepared.caveats, *source.contracts.caveats(program)]
    caveats += _absent_checks(prepared.source, program)
    caveats += _folded_checks(prepared.source, program, prepared.warnings)
    program = replace(program, caveats=tuple(caveats))
    warnings = (*_ignored_flags(source), *source.contracts.warnings, *prepared.warnings)
    return LoadedProgram(program, warnings, prepared.lowering, dict(source.contracts.known))


def _prepared_once(source: _Source, entry: str) -> _Prepared:
    """Return the stages up to lowering, from the memory of ``source.compilations`` if they differ
    from earlier ones in assumptions about pointer arguments only.
    """
    memory = None if source.compilations is None else source.compilations.prepared
    if memory is None:
        return _prepared(source, entry)
    allocators = source.environment.pointers.allocators
    around = replace(source.environment, pointers=replace(ORDINARY.pointers, allocators=allocators))
    key = entry, replace(source, budget=None, compilations=None, environment=around)
    for known, prepared in memory:
        if known == key:
            found: _Prepared = prepared
            return replace(found, lowering=replace(found.lowering, environment=source.environment))
    made = _prepared(source, entry)
    memory.append((key, made))
    return made


def _prepared(source: _Source, entry: str) -> _Prepared:
    """Compile, link, and complete the module."""
    compiled = _compile(source)
    linked = _link(compiled)
    if entry not in linked.module.functions and entry != "main":
        source, compiled, linked = _with_unused_functions(source, compiled, linked, entry)
    _require_error_functions(linked.module, source.property)
    lowering = _lowering(source, compiled, linked.module, entry)
    return _Prepared(source, lowering, linked.caveats, compiled.warnings)


# ---- compile and link


def _compile(source: _Source, *, lifetimes: bool = False) -> _Compiled:
    """Compile each file and read its IR; ``lifetimes`` adds LLVM's lifetime markers."""
    compiled = _compile_all(source, lifetimes=lifetimes)
    if not (allocators := source.environment.pointers.allocators):
        return compiled
    first, *others = compiled.modules
    return replace(compiled, modules=(with_allocators(first, allocators, source.data_model.pointer_width), *others))


def _compile_all(source: _Source, *, lifetimes: bool) -> _Compiled:
    if source.own_flags or (source.compilations is not None and not source.contracts.flags):
        parts = [_compile_one(source, path, lifetimes=lifetimes) for path in source.paths]
        return _Compiled(
            tuple(module for module, _ in parts), tuple(each for _, warnings in parts for each in warnings)
        )
    sanitizers = _sanitizers(source.property)
    units = compile_all(
        source.paths,
        source.data_model,
        source.flags,
        source.budget,
        sanitizers,
        lifetimes=lifetimes,
        extra=source.contracts.flags,
    )
    modules = tuple(_read(unit, path, source.contracts) for unit, path in zip(units, source.paths, strict=True))
    return _Compiled(modules, tuple(warning for unit in units for warning in unit.warnings))


def load_path_program(
    path: Path,
    data_model: DataModel,
    property: Property,
    reported: "ReportedPath",
    flags: Sequence[str] = (),
    budget: Budget | None = None,
    environment: Environment = ORDINARY,
    compilations: CompilationCache | None = None,
) -> Program:
    """Load the path program of ``reported`` in the C file at ``path``; other files are not needed.

    Raises `UnsupportedError` if the path is not found, or for a construct in a function on the path
    that is not modelled.
    """
    from surefoot.frontend.linking.isolation import isolated  # most programs are checked on all paths
    from surefoot.program.passes.path_programs import path_program
    from surefoot.program.passes.reported_path import START_OF_PATH

    module = load_module(path, data_model, property, flags, budget or Budget(), compilations)
    around = replace(environment, all_globals_arbitrary=False)
    alone = _link(_Compiled((isolated(module, reported.entry, reported.callees),), ()))
    program = path_program(lower_program(alone.module, data_model, property, START_OF_PATH, around), reported)
    validate(program)
    return program


def load_module(
    path: Path,
    data_model: DataModel,
    property: Property,
    flags: Sequence[str],
    budget: Budget,
    compilations: CompilationCache | None,
) -> Module:
    """Return the module of one file without its annotations, from ``compilations`` if it is there."""
    refuse_trapping_flags(flags)
    own = {path: tuple(flags)}
    source = _Source((path,), data_model, property, (), budget, ORDINARY, Contracts(), own, compilations)
    return _compile_one(source, path, lifetimes=False)[0]


def _compile_one(source: _Source, path: Path, *, lifetimes: bool) -> tuple[Module, tuple[str, ...]]:
    """Return the module of one file and clang's warnings, from the cache if there is one."""
    flags = (*source.flags, *source.own_flags.get(path, ()))
    sanitizers = _sanitizers(source.property)
    cache = source.compilations if not source.contracts.flags else None
    key = (str(path), source.data_model.name, str(lifetimes), *flags, *sanitizers)
    if cache is not None and (known := cache.find(key)) is not None:
        return known
    began = time.time_ns()
    unit = compile_all((path,), source.data_model, flags, source.budget, sanitizers, lifetimes=lifetimes)[0]
    made = replace(_read(unit, path, source.contracts), inputs=unit.inputs), unit.warnings
    if cache is not None:
        cache.enter(key, made, began)
    return made


def _sanitizers(property: Property) -> list[str]:
    return [name for kind, name in _REQUESTED_SANITIZERS.items() if kind in property.violations]


def _read(unit: CompiledUnit, path: Path, contracts: Contracts) -> Module:
    """Read the module of a file. Refuse file-scope assembly, which debug info does not locate."""
    read = with_uninitialised_reuses(read_module(contracts.renamed(unit.ir_text, path), str(path)))
    module = contracts.named(with_guards(read))
    if module.assembly:
        lines = path.read_text("utf-8", "replace").splitlines()
        number = next((number for number, line in enumerate(lines, 1) if _ASSEMBLY.search(line)), 1)
        raise UnsupportedError("assembly outside of functions is not supported; remove it", Span(str(path), number))
    return module


def _link(compiled: _Compiled, models: Module | None = None) -> _Linked:
    """Link the translation units, and the library ``models`` if there are any."""
    return _Linked(*with_null_weak_symbols(link(compiled.modules, models)))


def _with_unused_functions(
    source: _Source, compiled: _Compiled, linked: _Linked, entry: str
) -> tuple[_Source, _Compiled, _Linked]:
    """Compile again with unused static functions if ``entry`` is one of them; else return the
    arguments.

    The warnings of the first compilation are kept.
    """
    complete_source = replace(source, flags=(*source.flags, _EMIT_UNUSED))
    complete = _compile(complete_source)
    if not any(entry in module.functions for module in complete.modules):
        return source, compiled, linked
    return complete_source, replace(complete, warnings=compiled.warnings), _link(complete)


def _require_error_functions(module: Module, property: Property) -> None:
    """Refuse an error function of the user that the program neither defines nor declares."""
    for name in property.error_functions:
        known = name in module.functions or name in module.declarations
        if not known and name not in UNREACH_CALL.error_functions:
            raise InputError(f"the error function '{name}' is not declared in the program; correct --error-function")


# ---- library models, copies, lowering


def _lowering(source: _Source, compiled: _Compiled, linked: Module, entry: str) -> Lowering:
    """Complete the linked module with library models and with copies of functions."""
    environment, property = source.environment, source.property
    module, reached = linked, None
    if entry in linked.functions:
        allocators = (f"*{path}" for path in environment.pointers.allocators)
        started = (*environment.interrupts, *constructors(linked), *destructors(linked), *allocators)
        reached = reachable_from(entry, linked, property, started)
        module = _with_library(source, compiled, linked, reached)
    if module is not linked or environment.interrupts or environment.all_globals_arbitrary:
        reached = None
    if environment.interrupts:
        module = with_handler_copies(module, environment.interrupts)
    escaping = escaping_objects(module)
    return Lowering(module, source.data_model, property, entry, environment, reached, escaping)


def _with_library(source: _Source, compiled: _Compiled, linked: Module, reached: ReachedNames) -> Module:
    """Link the library models that the program reaches.

    Formatted calls with a literal format call a function specialised to it, and each call site of a
    model calls a copy of its own. Functions that are declared with parameters of other widths than the
    library's are functions without body of the program; those with another result only have no model.
    """
    property = source.property
    needs = library_needs(linked, reached, property)
    functions = tuple(_with_library_type(needs.functions, linked))
    formats, models = _models_of(source, linked, functions, needs.macros)
    others = frozenset[str]() if models is None else _declared_with_other_widths(linked, models, functions)
    own = frozenset[str]() if models is None else _with_other_parameters(linked, models, others)
    if others:
        functions = tuple(name for name in functions if name not in others)
        formats, models = _models_of(source, linked, functions, needs.macros)
    module = _link(compiled, models).module if models else linked
    may_outlive = CheckKind.INVALID_DEREFERENCE in property.violations and bool(escaping_objects(module))
    if may_outlive or has_ambiguous_reuses(module):
        marked = _link(_compile(source, lifetimes=True), models).module
        module = with_reuses_of(marked, module)
    module = with_own_names(formats.with_specialised_calls(module), own)
    if models and CheckKind.INVALID_DEREFERENCE in property.violations:
        from surefoot.frontend.linking.model_copies import with_model_copies

        module = with_model_copies(module, property)
    return module


def _models_of(
    source: _Source, linked: Module, functions: tuple[str, ...], macros: Iterable[str]
) -> tuple[SpecialisedFormats, Module | None]:
    """Return the functions specialised to formats, and the compiled models of ``functions``."""
    formats = specialised_formats(linked, functions, source.data_model.pointer_width // 8)
    return formats, _compiled_models(source, models_for(functions, formats.texts, macros), formats)


def _declared_with_other_widths(module: Module, models: Module, functions: Iterable[str]) -> frozenset[str]:
    """Return the ``functions`` that ``module`` declares with parameters or results of other widths
    than their models, such as a ``size_t`` of 32 bits.
    """
    return frozenset(
        name
        for name in functions
        if (declared := module.declarations.get(name)) is not None
        and (model := models.functions.get(name)) is not None
        and declared.type.parameters
        and _widths((declared.type.result, *declared.type.parameters))
        != _widths((model.type.result, *model.type.parameters))
    )


def _with_other_parameters(module: Module, models: Module, functions: Iterable[str]) -> frozenset[str]:
    """Return the ``functions`` whose parameters have other widths than those of their models."""
    return frozenset(
        name
        for name in functions
        if _widths(module.declarations[name].type.parameters) != _widths(models.functions[name].type.parameters)
    )


def _widths(types: Iterable[Type]) -> list[int | str]:
    """Return the widths of integers and the formats of floats among ``types``."""
    return [
        each.width if isinstance(each, IntType) else each.name
        for each in types
        if isinstance(each, IntType | FloatType)
    ]


def _with_library_type(functions: Iterable[str], module: Module) -> Iterator[str]:
    """Yield the ``functions`` that ``module`` does not declare with another type than the
    library's.
    """
    for name in functions:
        declared = module.declarations.get(name)
        if declared is None or not is_declared_otherwise(name, declared.type):
            yield name


def _compiled_models(source: _Source, text: str | None, formats: SpecialisedFormats) -> Module | None:
    """Compile the C ``text`` of library models."""
    if text is None:
        return None
    with TemporaryDirectory(prefix="surefoot-") as folder:
        path = Path(folder) / "library.c"
        path.write_text(text, "utf-8")
        unit = compile_c(path, source.data_model, (), source.budget)
    return formats.renamed(with_guards(read_module(unit.ir_text, "<library>")))


# ---- caveats and warnings


def _absent_checks(source: _Source, program: Program) -> Iterator[Caveat]:
    """Yield a caveat if neither the program nor its source contains anything that the property
    checks.

    Raises `InputError` if the property names error functions that the user chose.
    """
    property = source.property
    if not must_have_checks(property) or source.contracts.has_annotations or has_checks(program, property):
        return
    texts = (
        text
        for path in source.paths
        for text in preprocessed(
            (path,), source.data_model, (*source.flags, *source.own_flags.get(path, ())), source.budget
        )
    )
    if any(mentions_checks(text, property) for text in texts):
        return
    if property.error_functions != UNREACH_CALL.error_functions:
        names = " or ".join(property.error_functions)
        raise InputError(f"the program never calls {names}, so there is nothing to check; correct --error-function")
    yield nothing_checked(property)


def _folded_checks(source: _Source, program: Program, warnings: Iterable[str]) -> Iterator[Caveat]:
    """Yield caveats for signed overflows in constant expressions, which clang folded, without a
    check in the program.
    """
    if CheckKind.SIGNED_OVERFLOW in source.property.violations:
        checked = {site.span for site in check_sites(program, source.property)}
        yield from (caveat for caveat in folded_overflows(warnings) if caveat.span not in checked)


def _ignored_flags(source: _Source) -> Iterator[str]:
    """Yield a warning about compiler flags that have no effect on verification."""
    if ignored := classify_flags(source.flags).ignored:
        yield f"ignored compiler flags, which do not affect verification: {' '.join(ignored)}"
