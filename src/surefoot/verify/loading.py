"""Input files as programs: C files, one J program, or one model."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from surefoot.base.budget import Budget
from surefoot.base.errors import UsageError
from surefoot.base.records import dataclass, field
from surefoot.frontend.acsl.contracts import FunctionContract
from surefoot.frontend.environment import ORDINARY
from surefoot.frontend.j.bounds import DEFAULT_BOUNDS, is_j_file
from surefoot.frontend.loading import load_path_program, load_program
from surefoot.program.program import Program
from surefoot.systems.formats.model import HornFile, InputModel, is_model_file
from surefoot.verify.request import Request

if TYPE_CHECKING:
    from surefoot.program.passes.reported_path import ReportedPath


@dataclass(frozen=True, slots=True)
class Loaded:
    """A program, the compiler's warnings, and the model that the program was made from, if any."""

    program: Program
    warnings: tuple[str, ...] = ()
    model: InputModel | None = None
    contracts: dict[str, FunctionContract] = field(default_factory=dict)
    rebuild_terms: Callable[[], object] | None = field(default=None, compare=False)
    """Rebuilds the terms of the program, to record how they were simplified; None if only loading
    again does.
    """


def load(request: Request, budget: Budget | None = None) -> Loaded:
    """Return the program of the request's files. Raises `SurefootError` where the input or an
    option is wrong.
    """
    if request.path is not None and not all(each.suffix in {".c", ".i"} for each in request.files):
        raise UsageError("reported paths apply to C programs only")
    if any(is_j_file(path) for path in request.files):
        return _load_j(request)
    if request.bounds != DEFAULT_BOUNDS:
        raise UsageError("--bits, --elements, --depth, --quantifiers and --abstract-products apply to J programs only")
    if any(is_model_file(path) for path in request.files):
        return _load_model(request)
    if request.path is not None:
        from surefoot.program.passes.reported_path import ReportedPath  # most programs are checked on all paths

        if isinstance(request.path, ReportedPath):
            return _load_path_program(request, request.path, budget)
    found = load_program(
        request.files,
        request.data_model,
        request.checked,
        request.entry,
        request.clang_flags,
        budget,
        request.environment,
        request.own_flags,
        request.compilations,
    )
    lowering = found.lowering
    if (path := request.path) is None:
        return Loaded(found.program, found.warnings, contracts=found.contracts, rebuild_terms=lowering.program)
    from surefoot.program.passes.followed_path import followed  # most programs are checked on all paths

    return Loaded(
        followed(found.program, path, request.checked),
        found.warnings,
        contracts=found.contracts,
        rebuild_terms=lambda: followed(lowering.program(), path, request.checked),
    )


def _load_path_program(request: Request, path: "ReportedPath", budget: Budget | None) -> Loaded:
    source, *others = request.files
    if others:
        raise UsageError("a reported path is in one file; name the file that was analysed only")
    flags = (*request.clang_flags, *request.own_flags.get(source, ()))

    def program() -> Program:
        return load_path_program(
            source,
            request.data_model,
            request.checked,
            path,
            flags,
            budget,
            request.environment,
            request.compilations,
        )

    return Loaded(program(), rebuild_terms=program)


def _load_j(request: Request) -> Loaded:
    from surefoot.frontend.j.program import load_j  # most programs are C

    if request.clang_flags or request.environment != ORDINARY:
        raise UsageError("clang flags and options for the environment apply to C programs, not to J; remove them")
    return Loaded(load_j(request.files[0], request.checked, request.entry or None, request.bounds))


def _load_model(request: Request) -> Loaded:
    from surefoot.systems.formats.registry import read_model
    from surefoot.systems.transitions.model_program import ENTRY, program_of

    if len(request.files) > 1:
        raise UsageError(f"a model must be the only input file, but {len(request.files)} files were named")
    if request.clang_flags or request.entry != ENTRY:
        raise UsageError("clang flags and --function apply to C programs, not to a model; remove them")
    model = read_model(request.files[0])
    if not isinstance(model, HornFile):
        return Loaded(program_of(model), model=model)
    from surefoot.systems.horn.program import horn_program

    return Loaded(horn_program(model), model=model)
