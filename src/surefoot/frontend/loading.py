"""From C files to a `Program`: compile, read, add models of the library, link, lower."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from surefoot.base.budget import Budget
from surefoot.base.errors import InputError, UnsupportedError
from surefoot.base.records import dataclass, field, replace
from surefoot.base.spans import Span
from surefoot.frontend.acsl.contracts import Contracts, KnownContract, contracts_of
from surefoot.frontend.check_presence import has_checks, mentions_checks, must_have_checks, nothing_checked
from surefoot.frontend.clang.compiler import CompiledUnit, compile_all, compile_c, preprocessed
from surefoot.frontend.clang.flags import refuse_checking_flags, sorted_out
from surefoot.frontend.clang.folded_overflow import folded_overflows
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.library import models_for
from surefoot.frontend.library.standard import is_declared_otherwise
from surefoot.frontend.linking.constructors import constructors, destructors
from surefoot.frontend.linking.format_calls import made_for_formats
from surefoot.frontend.linking.handler_copies import with_handlers_apart
from surefoot.frontend.linking.library_calls import with_library_calls_apart
from surefoot.frontend.linking.library_state import kept_for
from surefoot.frontend.linking.link import link
from surefoot.frontend.linking.weak_symbols import without_absent
from surefoot.frontend.llvm.guards import with_guards
from surefoot.frontend.llvm.module import Module
from surefoot.frontend.llvm.reader import read_module
from surefoot.frontend.lower import lower_program
from surefoot.frontend.lower.control.reachability import ReachedNames, reachable_from
from surefoot.frontend.lower.memory.escape_analysis import outliving_objects
from surefoot.frontend.lower.memory.uninitialised_reuse import (
    has_ambiguous_names,
    with_stale_variables,
    with_stale_variables_of,
)
from surefoot.program.check_sites import check_sites
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import UNREACH_CALL, Property
from surefoot.program.statements import CheckKind
from surefoot.program.validate import validate

_SANITIZERS = {
    CheckKind.UNSIGNED_OVERFLOW: "unsigned-integer-overflow",
    CheckKind.VALUE_CHANGE: "implicit-conversion",
    CheckKind.ARRAY_INDEX: "array-bounds",
}
"""Clang's names of those that are used only where the property asks for it."""
_ASSEMBLY = re.compile(r"^\s*(?:__)?asm(?:__)?\b")

__all__ = ["LoadedProgram", "load_program"]


@dataclass(frozen=True, slots=True)
class LoadedProgram:
    """A program and what the compiler had to say about it, one line each."""

    program: Program
    warnings: tuple[str, ...]
    lower_again: Callable[[], object] = field(compare=False)
    """Makes all terms of the program once more, from what clang said, for whoever wants to see how they were simplified."""
    contracts: dict[str, KnownContract] = field(default_factory=dict)
    """The functions with contracts."""


def load_program(
    paths: Sequence[Path],
    data_model: DataModel,
    property: Property,
    entry: str = "main",
    flags: Sequence[str] = (),
    budget: Budget | None = None,
    environment: Environment = ORDINARY,
) -> LoadedProgram:
    """The program that the C files at ``paths`` make up together, starting at function ``entry``.

    Raises `InputError` for files that cannot be compiled or linked or that lack ``entry``, and `UnsupportedError` for a
    construct that is reachable from ``entry`` and not modelled.
    """
    refuse_checking_flags(flags)
    with contracts_of(paths, data_model, flags, budget, property, environment, entry) as contracts:
        return _load(paths, data_model, property, entry, flags, budget, environment, contracts)


def _load(
    paths: Sequence[Path],
    data_model: DataModel,
    property: Property,
    entry: str,
    flags: Sequence[str],
    budget: Budget | None,
    environment: Environment,
    contracts: Contracts,
) -> LoadedProgram:
    sanitizers = [name for kind, name in _SANITIZERS.items() if kind in property.violations]
    units = compile_all(paths, data_model, flags, budget, sanitizers, extra=contracts.flags)
    modules = [_read(unit, path, contracts) for unit, path in zip(units, paths, strict=True)]
    entry = contracts.entry(entry)
    module, absences = without_absent(link(modules))
    if entry not in module.functions and entry != "main":  # perhaps it is static and nothing calls it
        emit_all = (*flags, "-femit-all-decls")
        with_all = compile_all(paths, data_model, emit_all, budget, sanitizers, extra=contracts.flags)
        all_modules = [_read(unit, path, contracts) for unit, path in zip(with_all, paths, strict=True)]
        if any(entry in unit.functions for unit in all_modules):
            flags, modules = emit_all, all_modules
            module, absences = without_absent(link(all_modules))
    _require_error_functions(module, property)
    reached: ReachedNames | None = None
    if entry in module.functions:
        linked = module
        others = (*environment.interrupts, *constructors(module), *destructors(module))
        reached = reachable_from(entry, module, property, others)
        kept = kept_for(module, reached, property)
        needed = tuple(_of_the_library(kept.functions, module))
        for_formats = made_for_formats(module, needed, data_model.pointer_width // 8)
        models = _compiled_models(models_for(needed, for_formats.texts, kept.macros), data_model, budget)
        models = models and for_formats.renamed(models)
        module = without_absent(link(modules, models))[0] if models else module
        may_outlive = CheckKind.INVALID_DEREFERENCE in property.violations and bool(outliving_objects(module))
        if may_outlive or has_ambiguous_names(module):
            marked = compile_all(paths, data_model, flags, budget, sanitizers, lifetimes=True, extra=contracts.flags)
            again = [_read(unit, path, contracts) for unit, path in zip(marked, paths, strict=True)]
            module = with_stale_variables_of(without_absent(link(again, models))[0], module)
        module = for_formats.called_in(module)
        if models and CheckKind.INVALID_DEREFERENCE in property.violations:
            module = with_library_calls_apart(module, property)
        if module is not linked or environment.interrupts or environment.all_globals_arbitrary:
            reached = None
    if environment.interrupts:
        module = with_handlers_apart(module, environment.interrupts)
    lower = partial(lower_program, module, data_model, property, entry, environment, reached)
    program = lower()
    validate(program)
    program = replace(program, caveats=(*program.caveats, *absences, *contracts.caveats(program)))
    if must_have_checks(property) and not contracts.has_annotations and not has_checks(program, property):
        sources = preprocessed(paths, data_model, flags, budget)
        if not any(mentions_checks(text, property) for text in sources):
            if property.error_functions != UNREACH_CALL.error_functions:
                raise InputError(
                    f"there is no call of {' or '.join(property.error_functions)} in the program, which the property is about"
                )
            program = replace(program, caveats=(*program.caveats, nothing_checked(property)))
    if CheckKind.SIGNED_OVERFLOW in property.violations:
        checked = {site.span for site in check_sites(program, property)}
        folded = folded_overflows(warning for unit in units for warning in unit.warnings)
        unseen = (caveat for caveat in folded if caveat.span not in checked)
        program = replace(program, caveats=(*program.caveats, *unseen))
    ignored = sorted_out(flags).ignored
    notes = (f"flags that do not matter here were left out: {' '.join(ignored)}",) if ignored else ()
    warnings = (*notes, *contracts.warnings, *(warning for unit in units for warning in unit.warnings))
    return LoadedProgram(program, warnings, lower, dict(contracts.known))


def _require_error_functions(module: Module, property: Property) -> None:
    """Refuse a name that a user gave and the program does not know: it is a slip."""
    for name in property.error_functions:
        known = name in module.functions or name in module.declarations
        if not known and name not in UNREACH_CALL.error_functions:
            raise InputError(f"there is no call of {name} in the program, which the property is about")


def _read(unit: CompiledUnit, path: Path, contracts: Contracts) -> Module:
    """The module of a file; refuses assembly outside of functions, which has no place in debug info."""
    read = with_stale_variables(read_module(contracts.renamed(unit.ir_text, path), str(path)))
    module = contracts.named(with_guards(read))
    if module.assembly:
        lines = path.read_text("utf-8", "replace").splitlines()
        number = next((number for number, line in enumerate(lines, 1) if _ASSEMBLY.search(line)), 1)
        raise UnsupportedError("assembly outside of functions is not supported", Span(str(path), number))
    return module


def _of_the_library(missing: Iterable[str], module: Module) -> Iterator[str]:
    """The functions of ``missing`` that are not declared with another type than the library's."""
    for name in missing:
        declared = module.declarations.get(name)
        if declared is None or not is_declared_otherwise(name, declared.type):
            yield name


def _compiled_models(text: str | None, data_model: DataModel, budget: Budget | None) -> Module | None:
    if text is None:
        return None
    with TemporaryDirectory(prefix="surefoot-") as folder:
        path = Path(folder) / "library.c"
        path.write_text(text, "utf-8")
        return with_guards(read_module(compile_c(path, data_model, (), budget).ir_text, "<library>"))
