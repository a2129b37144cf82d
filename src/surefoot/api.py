"""The Python API: ``surefoot.check`` is the command ``surefoot check`` without a process of its own."""

from collections.abc import Sequence
from pathlib import Path

from surefoot import certification, pipeline
from surefoot.errors import UsageError
from surefoot.events import Watcher, ignore
from surefoot.pipeline import Report, Request
from surefoot.program.program import DataModel
from surefoot.program.properties import Property
from surefoot.tasks import resolve, supported


def check(
    *files: str | Path,
    property: str | Property | None = None,
    data_model: DataModel | str | None = None,
    function: str | None = None,
    clang_flags: Sequence[str] = (),
    engine: str = "auto",
    solver: str = "bitwuzla",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    record: str | Path | None = None,
    run_natively: bool = False,
    on_event: Watcher = ignore,
) -> Report:
    """Check a program: C files, one task file, or one model (``.vmt``, ``.btor2``).

    ``property`` is a name, the path of a ``.prp`` file or a `Property`; without it assertions and error calls are
    checked. ``time_limit`` is in seconds, ``memory_limit`` in megabytes; both bind compiler, engine and solvers, but
    only the command line's child process can be stopped anywhere. Every choice that is not made has the command
    line's default. ``run_natively`` executes the program when a violation was found. Raises a `SurefootError` when
    the request or an input file is wrong; whatever stands in the way of a verdict later on is a report whose verdict
    is `Unknown`.
    """
    named = property if isinstance(property, str) else None
    task = resolve([Path(file) for file in files], named, _data_model(data_model))
    chosen = property if isinstance(property, Property) else supported(task)
    request = Request(
        files=task.files,
        checked=chosen,
        data_model=task.data_model,
        entry=function or task.specification.entry,
        clang_flags=tuple(clang_flags),
        engine=engine,
        time_limit=time_limit,
        memory_limit=memory_limit,
        solver=solver,
        record=Path(record) if record is not None else None,
    )
    report = pipeline.check(request, on_event)
    return pipeline.run_natively(report, on_event) if run_natively else report


def certify(
    *files: str | Path,
    certificate: str | Path,
    property: str | Property | None = None,
    data_model: DataModel | str | None = None,
    function: str | None = None,
    clang_flags: Sequence[str] = (),
    time_limit: float | None = None,
    memory_limit: int | None = None,
    on_event: Watcher = ignore,
) -> Report:
    """Check that the file ``certificate`` shows that a program does not violate the property; the rest is as for `check`.

    The verdict is `Safe`, or `Unknown` if the certificate does not hold. Raises a `SurefootError` also if it cannot be a certificate of this program at all.
    """
    named = property if isinstance(property, str) else None
    task = resolve([Path(file) for file in files], named, _data_model(data_model))
    request = Request(
        files=task.files,
        checked=property if isinstance(property, Property) else supported(task),
        data_model=task.data_model,
        entry=function or task.specification.entry,
        clang_flags=tuple(clang_flags),
        engine="certificate",
        time_limit=time_limit,
        memory_limit=memory_limit,
    )
    return certification.certify(request, Path(certificate), on_event)


def _data_model(choice: DataModel | str | None) -> DataModel | None:
    if choice is None or isinstance(choice, DataModel):
        return choice
    if choice not in DataModel.__members__:
        raise UsageError(f"no data model {choice!r}; choose from {', '.join(DataModel.__members__)}")
    return DataModel[choice]
