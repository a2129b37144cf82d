"""The Python API: ``surefoot.check`` is the command ``surefoot check`` in the calling process."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from surefoot.base.errors import UsageError
from surefoot.base.events import Watcher, ignore
from surefoot.base.records import replace
from surefoot.certify.context import Confirmation
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.j.bounds import DEFAULT_BOUNDS, Bounds
from surefoot.program.program import DataModel
from surefoot.program.properties import Property
from surefoot.systems.encode.encoding import Calls
from surefoot.verify import pipeline
from surefoot.verify.request import Report, Request
from surefoot.verify.tasks import Task, resolve


def check(
    *files: str | Path,
    property: str | Property | None = None,
    data_model: DataModel | str | None = None,
    function: str | None = None,
    clang_flags: Sequence[str] = (),
    environment: Environment = ORDINARY,
    bounds: Bounds = DEFAULT_BOUNDS,
    error_functions: Sequence[str] = (),
    engine: str = "auto",
    solver: str = "bitwuzla",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    record: str | Path | None = None,
    certify: str | Confirmation = Confirmation.STRICT,
    calls: str | Calls = Calls.AUTO,
    run_natively: bool = False,
    first: bool | None = None,
    modular: bool = False,
    on_event: Watcher = ignore,
    on_progress: Callable[[Report], None] | None = None,
) -> Report:
    """Check a program: C files, one task file, one J program (``.j``), or one model (``.vmt``,
    ``.btor2``, ``.smt2``, ...).

    Arguments that are not given have the command line's defaults. ``property`` is a name, the path
    of a ``.prp`` file or a `Property`; the default checks assertions, memory, overflow, division
    and shifts. ``bounds`` are for J programs. ``time_limit`` is in seconds, ``memory_limit`` in
    megabytes; both bind compiler, engine and solvers, but only the command line's child process can
    be stopped anywhere. ``certify`` is ``strict``, ``fast``, ``refutation`` or ``off``: how proofs
    are confirmed. ``calls`` is ``auto``, ``inline`` or ``shared``: whether a function has one copy
    for all its call sites. With ``first``, as for task files, the check stops at the first
    violation; otherwise every check is decided. ``modular`` proves functions with contracts one by
    one. ``run_natively`` compiles and executes the program after a violation was found.

    Raises `SurefootError` when the request or an input file is wrong. Every later obstacle is a
    report with the verdict `Unknown`.
    """
    _require_sense(function, time_limit, memory_limit, record)
    task = _task(files, property, data_model)
    request = replace(
        Request.for_task(task, function, error_functions),
        clang_flags=tuple(clang_flags),
        environment=environment,
        bounds=bounds,
        engine=engine,
        time_limit=time_limit,
        memory_limit=memory_limit,
        solver=solver,
        record=Path(record) if record is not None else None,
        confirmation=_confirmation(certify),
        calls=_calls(calls),
    )
    if first is not None and not request.checked.is_termination:
        request = replace(request, stop_at_first=first)
    with _numbers_of_any_length():
        report = check_request(request, modular=modular, on_event=on_event, on_progress=on_progress)
        return pipeline.run_natively(report, on_event) if run_natively and not modular else report


def check_request(
    request: Request,
    *,
    modular: bool = False,
    on_event: Watcher = ignore,
    on_progress: Callable[[Report], None] | None = None,
) -> Report:
    """Check the program of ``request``, as a whole or, if ``modular``, function by function."""
    with _numbers_of_any_length():
        if modular:
            if request.checked.is_termination:
                raise UsageError("contracts do not state that functions return: check termination without --modular")
            from surefoot.verify.modular import check_modular  # rarely used

            return check_modular(replace(request, with_loops=False), on_event, on_progress)
        return pipeline.check(request, on_event, on_progress)


@contextmanager
def _numbers_of_any_length() -> Iterator[None]:
    """Lift Python's limit on the digits of numbers that it reads and prints: programs and models
    may have longer ones.
    """
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(usual)


def _require_sense(
    function: str | None, time_limit: float | None, memory_limit: int | None, record: str | Path | None
) -> None:
    if function is not None and not function.strip():
        raise UsageError("expected the name of a function, not an empty one")
    if time_limit is not None and not time_limit > 0:
        raise UsageError(f"expected a time limit of more than 0 s, not {time_limit}")
    if memory_limit is not None and memory_limit < 1:
        raise UsageError(f"expected a memory limit of at least 1 MB, not {memory_limit}")
    if record == "":
        raise UsageError("expected the name of a folder for queries, not an empty one")


def certify(
    *files: str | Path,
    certificate: str | Path,
    property: str | Property | None = None,
    data_model: DataModel | str | None = None,
    function: str | None = None,
    clang_flags: Sequence[str] = (),
    environment: Environment = ORDINARY,
    bounds: Bounds = DEFAULT_BOUNDS,
    error_functions: Sequence[str] = (),
    time_limit: float | None = None,
    memory_limit: int | None = None,
    on_event: Watcher = ignore,
) -> Report:
    """Check whether the file ``certificate`` proves that a program satisfies the property; other
    arguments as for `check`.

    The verdict is `Safe`, or `Unknown` if the certificate does not hold. Raises a `SurefootError`
    also if the file cannot be a certificate of this program.
    """
    request = replace(
        Request.for_task(_task(files, property, data_model), function, error_functions),
        clang_flags=tuple(clang_flags),
        environment=environment,
        bounds=bounds,
        engine="certificate",
        time_limit=time_limit,
        memory_limit=memory_limit,
    )
    from surefoot.verify import certification

    return certification.certify(request, Path(certificate), on_event)


def _task(files: Sequence[str | Path], property: str | Property | None, data_model: DataModel | str | None) -> Task:
    named = property if isinstance(property, str) else None
    task = resolve([Path(file) for file in files], named, _data_model(data_model))
    if isinstance(property, Property):
        return replace(task, specification=replace(task.specification, property=property))
    return task


def _data_model(choice: DataModel | str | None) -> DataModel | None:
    if choice is None or isinstance(choice, DataModel):
        return choice
    if choice not in DataModel.__members__:
        raise UsageError(f"unknown data model {choice!r}; choose from {', '.join(DataModel.__members__)}")
    return DataModel[choice]


def _calls(choice: str | Calls) -> Calls:
    try:
        return Calls(choice)
    except ValueError:
        known = ", ".join(each.value for each in Calls)
        raise UsageError(f"unknown value {choice!r} for calls; choose from {known}") from None


def _confirmation(choice: str | Confirmation) -> Confirmation:
    try:
        return Confirmation(choice)
    except ValueError:
        known = ", ".join(each.value for each in Confirmation)
        raise UsageError(f"unknown value {choice!r} for certify; choose from {known}") from None
