"""``surefoot export``: programs and models as transition systems, for other tools."""

from argparse import Namespace
from typing import TYPE_CHECKING

from surefoot.cli.child import print_result
from surefoot.cli.exits import ExitCode
from surefoot.errors import UnsupportedError
from surefoot.printable import printable

if TYPE_CHECKING:
    from surefoot.program.properties import Property
    from surefoot.systems.translation import Translation
    from surefoot.tasks import Task


def run(options: Namespace) -> ExitCode:
    """Write the system."""
    return print_result(lambda: _exported(options), options, "nothing to export", options.output)


def _exported(options: Namespace) -> str:
    """In the child: the text of the system."""
    from surefoot.program.program import DataModel
    from surefoot.program.properties import with_error_functions
    from surefoot.systems.formats.model import is_model_file
    from surefoot.systems.formats.registry import read_model, write_model
    from surefoot.tasks import resolve, supported

    task = resolve(options.files, options.property, DataModel[options.data_model] if options.data_model else None)
    if options.format == "system":
        return _exported_system(task, with_error_functions(supported(task), options.error_function), options)
    if is_model_file(task.files[0]):
        return write_model(read_model(task.files[0]).system, options.format, [printable(f"from {task.files[0]}")])
    return _exported_program(task, with_error_functions(supported(task), options.error_function), options)


def _exported_program(task: "Task", checked: "Property", options: Namespace) -> str:
    from surefoot.budget import Budget
    from surefoot.cli.bounds import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.pipeline import Request, load
    from surefoot.systems.cutpoints.program_system import program_system
    from surefoot.systems.cutpoints.regions import NoFiniteShape
    from surefoot.systems.formats.registry import write_model
    from surefoot.systems.program_counter import with_program_counter

    files = " ".join(str(path) for path in task.files)
    entry = options.function or task.specification.entry
    program = load(
        Request(
            task.files,
            checked,
            task.data_model,
            entry,
            options.clang_flags,
            environment_of(options),
            bounds_of(options),
        )
    ).program
    try:
        translation = program_system(program, checked, Budget())
        encoded = with_program_counter(translation.system)
    except NoFiniteShape as reason:
        raise UnsupportedError(f"{files}: not a finite transition system: {reason.message}") from None
    comments = [f"from {files}, {task.data_model.name}: {checked.text or checked.name}"]
    comments += _coarseness(translation)
    comments += [f"pc = {number}: {location}" for number, location in enumerate(encoded.locations)]
    comments += [f"caveat: {caveat} ({caveat.lean.value})" for caveat in program.caveats]
    return write_model(encoded.system, options.format, [printable(comment) for comment in comments])


def _exported_system(task: "Task", checked: "Property", options: Namespace) -> str:
    """The control system of a program or a model."""
    from surefoot.budget import Budget
    from surefoot.cli.bounds import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.evidence.claims import Goal
    from surefoot.pipeline import Request, load
    from surefoot.systems.control.text import print_system
    from surefoot.systems.cutpoints.regions import NoFiniteShape

    files = " ".join(str(path) for path in task.files)
    entry = options.function or task.specification.entry
    loaded = load(
        Request(
            task.files,
            checked,
            task.data_model,
            entry,
            options.clang_flags,
            environment_of(options),
            bounds_of(options),
        )
    )
    try:
        translation = Goal(loaded.program, checked, loaded.model).translation(Budget())
    except NoFiniteShape as reason:
        raise UnsupportedError(f"{files}: no finite control system: {reason.message}") from None
    comments = [f"from {files}, {task.data_model.name}: {checked.text or checked.name}"]
    comments += _coarseness(translation)
    comments += [f"caveat: {caveat} ({caveat.lean.value})" for caveat in loaded.program.caveats]
    return print_system(translation.system, [printable(comment) for comment in comments])


def _coarseness(translation: "Translation") -> list[str]:
    """What a reader has to know of a system that has more runs than the program."""
    return (
        []
        if translation.is_exact
        else ["coarser than the program: if this is safe, so is that, and not the other way round"]
    )
