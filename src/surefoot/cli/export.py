"""``surefoot export``: programs and models as transition systems or Horn clauses, for other tools."""

from argparse import Namespace
from typing import TYPE_CHECKING

from surefoot.base.errors import UnsupportedError, UsageError
from surefoot.base.printable import printable
from surefoot.cli.child import print_result
from surefoot.cli.output import ExitCode

if TYPE_CHECKING:
    from surefoot.program.properties import Property
    from surefoot.systems.encode.encoding import Encoding
    from surefoot.verify.tasks import Task


def run(options: Namespace) -> ExitCode:
    """Write the system."""
    return print_result(lambda: _exported(options), options, "nothing to export", options.output)


def _exported(options: Namespace) -> str:
    """In the child: the text of the system."""
    from surefoot.program.program import DataModel
    from surefoot.program.properties import with_error_functions
    from surefoot.systems.formats.model import is_model_file
    from surefoot.verify.tasks import resolve, supported

    task = resolve(options.files, options.property, DataModel[options.data_model] if options.data_model else None)
    checked = with_error_functions(supported(task), options.error_function)
    if is_model_file(task.files[0]):
        return _exported_model(task, checked, options)
    match options.format:
        case "system" | "horn":
            return _exported_system(task, checked, options)
        case "vmt-relational":
            raise UsageError("--as vmt-relational is for files of Horn clauses")
        case _:
            return _exported_program(task, checked, options)


def _exported_model(task: "Task", checked: "Property", options: Namespace) -> str:
    """A model in another format."""
    from surefoot.systems.formats.horn_writer import write_horn
    from surefoot.systems.formats.model import HornFile
    from surefoot.systems.formats.registry import read_model, write_model
    from surefoot.systems.horn.transition_encodings import functional, relational

    model = read_model(task.files[0])
    comments = [printable(f"from {task.files[0]}")]
    if not isinstance(model, HornFile):
        if options.format in {"system", "horn"}:
            return _exported_system(task, checked, options)
        if options.format == "vmt-relational":
            raise UsageError("--as vmt-relational is for files of Horn clauses")
        return write_model(model.system, options.format, comments)
    match options.format:
        case "system":
            return _exported_system(task, checked, options)
        case "horn":
            return write_horn(model.system, comments)
        case "vmt-relational":
            return write_model(relational(model), "vmt", comments)
        case _:
            return write_model(functional(model), options.format, comments)


def _exported_program(task: "Task", checked: "Property", options: Namespace) -> str:
    from surefoot.base.budget import Budget
    from surefoot.cli.arguments import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.systems.encode.encoding import Calls, NotEncodable, encode
    from surefoot.systems.formats.registry import write_model
    from surefoot.systems.transitions.program_counter import with_program_counter
    from surefoot.verify.loading import load
    from surefoot.verify.request import Request

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
    translation = encode(program, checked, None, Budget(), Calls(options.calls))
    if isinstance(translation, NotEncodable):
        raise UnsupportedError(f"{files}: not a finite transition system: {translation.reason}")
    encoded = with_program_counter(translation.system)
    comments = [f"from {files}, {task.data_model.name}: {checked.text or checked.name}"]
    comments += _coarseness(translation)
    comments += [f"pc = {number}: {location}" for number, location in enumerate(encoded.locations)]
    comments += [f"caveat: {caveat} ({caveat.lean.value})" for caveat in program.caveats]
    return write_model(encoded.system, options.format, [printable(comment) for comment in comments])


def _exported_system(task: "Task", checked: "Property", options: Namespace) -> str:
    """The control system of a program or a model, as it is or as Horn clauses."""
    from surefoot.base.budget import Budget
    from surefoot.cli.arguments import bounds_of
    from surefoot.cli.environment import environment_of
    from surefoot.systems.control.text import print_system
    from surefoot.systems.encode.encoding import Calls, NotEncodable, encode
    from surefoot.systems.formats.horn_writer import write_horn
    from surefoot.systems.horn.from_control import horn_of
    from surefoot.verify.loading import load
    from surefoot.verify.request import Request

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
    translation = encode(loaded.program, checked, loaded.model, Budget(), Calls(options.calls))
    if isinstance(translation, NotEncodable):
        raise UnsupportedError(f"{files}: no finite control system: {translation.reason}")
    comments = [f"from {files}, {task.data_model.name}: {checked.text or checked.name}"]
    comments += _coarseness(translation)
    comments += [f"caveat: {caveat} ({caveat.lean.value})" for caveat in loaded.program.caveats]
    if options.format == "horn":
        comments.append("false is derived iff a check fails, or something is done after which C promises nothing")
        return write_horn(horn_of(translation.system), [printable(comment) for comment in comments])
    return print_system(translation.system, [printable(comment) for comment in comments])


def _coarseness(translation: "Encoding") -> list[str]:
    """What a reader has to know of a system that has more runs than the program."""
    return (
        []
        if translation.is_exact
        else [
            "coarser than the program: if nothing bad or undefined happens here, neither does it there, and not the other way round"
        ]
    )
