"""The request that the pipeline gets, and the report that it returns."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from surefoot.base.caveats import Caveat
from surefoot.base.records import dataclass, field
from surefoot.certify.context import Confirmation
from surefoot.certify.loops import LoopResult
from surefoot.certify.survey import CheckResult, Status
from surefoot.certify.verdicts import NativeRun, Part, Unknown, Unsafe, Verdict
from surefoot.frontend.compilations import CompilationCache
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.j.bounds import DEFAULT_BOUNDS, Bounds
from surefoot.program.program import DataModel, Program
from surefoot.program.properties import ASSERTIONS, DEFAULT, Property, with_error_functions
from surefoot.semantics.interpreter.code import GeneratedCode
from surefoot.systems.encode.encoding import Calls
from surefoot.verify.deciding import DecisionOptions, Statistics
from surefoot.verify.tasks import Task, supported

if TYPE_CHECKING:
    from surefoot.program.passes.followed_path import FollowedPath
    from surefoot.program.passes.reported_path import ReportedPath
    from surefoot.report.document import ReportDocument


@dataclass(frozen=True, slots=True)
class Request:
    """The program, the property, and the options of a check; limits are in seconds of wall-clock
    time and in megabytes.
    """

    files: tuple[Path, ...]
    checked: Property = ASSERTIONS
    data_model: DataModel = DataModel.LP64
    entry: str = "main"
    clang_flags: tuple[str, ...] = ()
    own_flags: Mapping[Path, tuple[str, ...]] = field(default_factory=dict)
    """Further flags of single files."""
    compilations: CompilationCache | None = field(default=None, compare=False)
    environment: Environment = ORDINARY
    path: "FollowedPath | ReportedPath | None" = None
    """The path that runs have to follow, or the one whose path program is checked; None for all
    paths.
    """
    bounds: Bounds = DEFAULT_BOUNDS
    """Bounds of a J program."""
    engine: str = "auto"
    time_limit: float | None = None
    memory_limit: int | None = None
    solver: str = "bitwuzla"
    record: Path | None = None
    """Folder for solver queries, as SMT-LIB."""
    confirmation: Confirmation = Confirmation.STRICT
    allows_assumptions: bool = True
    """True if proofs may rest on assumptions that the verdict names."""
    check_models: bool = False
    calls: Calls = Calls.AUTO
    stop_at_first: bool = True
    """Stop at the first violation; otherwise decide every check."""
    with_loops: bool = False
    """Find out which loops and recursive functions end, too, if every check of a C program is
    decided.
    """
    jobs: int = 1
    """Maximal number of processes of engines that search at the same time."""

    @classmethod
    def for_task(cls, task: Task, function: str | None = None, error_functions: Sequence[str] = ()) -> Self:
        """Return the request that ``task`` describes, with default options.

        ``function`` replaces the task's entry. Raises `UnsupportedError` for a property that is not
        supported.
        """
        property = with_error_functions(supported(task), error_functions)
        return cls(
            task.files,
            property,
            task.data_model,
            function or task.specification.entry,
            stop_at_first=task.has_one_verdict or property.is_termination,
            with_loops=property.name == DEFAULT.name,
        )

    @property
    def decision_options(self) -> DecisionOptions:
        """The options of `decide`."""
        return DecisionOptions(self.confirmation, self.stop_at_first, self.jobs)


@dataclass(frozen=True, slots=True)
class Report:
    """A verdict with the program, the state of each check, and the statistics."""

    request: Request
    verdict: Verdict
    program: Program | None
    caveats: tuple[Caveat, ...]
    warnings: tuple[str, ...]
    statistics: Statistics
    checks: tuple[CheckResult, ...] = ()
    """The state of each check; empty if the first violation was enough."""
    obstacle: Unknown | None = None
    """The reason why undecided checks are undecided."""
    native_run: NativeRun | None = None
    parts: tuple[Part, ...] = ()
    """The functions that were proved one by one (`modular`)."""
    loops: tuple[LoopResult, ...] = ()
    """The status of each loop and recursive function, if the request asks for it."""
    generated_code: GeneratedCode = field(default_factory=GeneratedCode, compare=False)
    """Code generated for runs of the program."""

    @property
    def violations(self) -> tuple[Unsafe, ...]:
        """The violation of the verdict, or one for each violated check, then for each loop that
        never ends, where every check was decided.
        """
        if self.request.stop_at_first:
            return (self.verdict,) if isinstance(self.verdict, Unsafe) else ()
        failed = (each.violation for each in self.checks if each.status is Status.VIOLATED)
        return tuple(each for each in (*failed, *(loop.violation for loop in self.loops)) if each is not None)

    def document(self) -> "ReportDocument":
        """Return the report as the JSON value that ``surefoot check --json`` writes, without the resources
        of the child process there.
        """
        from surefoot.report.building import ReportBuilder  # checks may run without a report

        request = self.request
        return ReportBuilder(
            {
                "files": [str(path) for path in request.files],
                "property": {"name": request.checked.name, "text": request.checked.text},
                "data_model": request.data_model.name,
                "function": request.entry,
                "engine": request.engine,
                "solver": request.solver,
                "certify": request.confirmation.value,
            },
            request.time_limit,
        ).document(self)

    def _repr_html_(self) -> str:
        """Return the report for the display of a notebook."""
        from surefoot.report.html.notebook import notebook_html

        return notebook_html(self.document())
