"""The Python API: ``surefoot.check`` is the command ``surefoot check`` without a process of its own."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from surefoot.base.errors import UsageError
from surefoot.base.events import Watcher, ignore
from surefoot.certify.confirmation import Confirmation
from surefoot.frontend.environment import ORDINARY, Environment
from surefoot.frontend.j.bounds import USUAL, Bounds
from surefoot.program.program import DataModel
from surefoot.program.properties import Property, with_error_functions
from surefoot.systems.encode.encoding import Calls
from surefoot.verify import pipeline
from surefoot.verify.pipeline import Report, Request
from surefoot.verify.tasks import resolve, supported


def check(
    *files: str | Path,
    property: str | Property | None = None,
    data_model: DataModel | str | None = None,
    function: str | None = None,
    clang_flags: Sequence[str] = (),
    environment: Environment = ORDINARY,
    bounds: Bounds = USUAL,
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
    """Check a program: C files, one task file, one J program (``.j``) within ``bounds``, or one model (``.vmt``, ``.btor2``, ``.btor``, ``.aag``, ``.aig``).

    ``property`` is a name, the path of a ``.prp`` file or a `Property`; without it assertions, memory, overflow, division and
    shifts are checked. The report says which checks hold and which fail; with ``first``, as for a task of the competition, one violation is enough. ``time_limit`` is in seconds, ``memory_limit`` in megabytes; both bind compiler, engine and solvers, but
    only the command line's child process can be stopped anywhere. Every choice that is not made has the command
    line's default. ``certify`` is ``strict``, ``fast`` or ``off``: how much is done to confirm a proof. ``calls`` is ``auto``, ``inline`` or ``wait``: whether functions have one copy for all their calls. ``modular`` proves functions with contracts one by one. ``run_natively`` executes the program when a violation was found. Raises a `SurefootError` when
    the request or an input file is wrong; whatever stands in the way of a verdict later on is a report whose verdict
    is `Unknown`.
    """
    _require_sense(function, time_limit, memory_limit, record)
    named = property if isinstance(property, str) else None
    task = resolve([Path(file) for file in files], named, _data_model(data_model))
    chosen = property if isinstance(property, Property) else supported(task)
    request = Request(
        files=task.files,
        checked=with_error_functions(chosen, error_functions),
        data_model=task.data_model,
        entry=function or task.specification.entry,
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
        stop_at_first=task.has_one_verdict if first is None else first,
    )
    with _numbers_of_any_length():
        if modular:
            from surefoot.verify.modular import check_modular  # few ask for it

            return check_modular(request, on_event, on_progress)
        report = pipeline.check(request, on_event, on_progress)
        return pipeline.run_natively(report, on_event) if run_natively else report


@contextmanager
def _numbers_of_any_length() -> Iterator[None]:
    """Python refuses to read and print numbers of more than some thousand digits; models and programs may have them."""
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
        raise UsageError("expected the name of a function, not nothing")
    if time_limit is not None and not time_limit > 0:
        raise UsageError(f"expected a time limit of more than 0 s, not {time_limit}")
    if memory_limit is not None and memory_limit < 1:
        raise UsageError(f"expected a memory limit of at least 1 MB, not {memory_limit}")
    if record == "":
        raise UsageError("expected the name of a folder for queries, not nothing")


def certify(
    *files: str | Path,
    certificate: str | Path,
    property: str | Property | None = None,
    data_model: DataModel | str | None = None,
    function: str | None = None,
    clang_flags: Sequence[str] = (),
    environment: Environment = ORDINARY,
    bounds: Bounds = USUAL,
    error_functions: Sequence[str] = (),
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
        checked=with_error_functions(property if isinstance(property, Property) else supported(task), error_functions),
        data_model=task.data_model,
        entry=function or task.specification.entry,
        clang_flags=tuple(clang_flags),
        environment=environment,
        bounds=bounds,
        engine="certificate",
        time_limit=time_limit,
        memory_limit=memory_limit,
    )
    from surefoot.verify import certification

    return certification.certify(request, Path(certificate), on_event)


def _data_model(choice: DataModel | str | None) -> DataModel | None:
    if choice is None or isinstance(choice, DataModel):
        return choice
    if choice not in DataModel.__members__:
        raise UsageError(f"no data model {choice!r}; choose from {', '.join(DataModel.__members__)}")
    return DataModel[choice]


def _calls(choice: str | Calls) -> Calls:
    try:
        return Calls(choice)
    except ValueError:
        known = ", ".join(each.value for each in Calls)
        raise UsageError(f"no calls {choice!r}; choose from {known}") from None


def _confirmation(choice: str | Confirmation) -> Confirmation:
    try:
        return Confirmation(choice)
    except ValueError:
        known = ", ".join(each.value for each in Confirmation)
        raise UsageError(f"no way to certify {choice!r}; choose from {known}") from None
