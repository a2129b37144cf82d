"""``surefoot export``: programs and models as transition systems or Horn clauses, for other tools."""

from argparse import Namespace
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

from surefoot.base.errors import UnsupportedError, UsageError
from surefoot.base.files import write_atomically
from surefoot.base.text import printable
from surefoot.cli.child import print_text, value_of
from surefoot.cli.output import ExitCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from surefoot.systems.encode.encoding import Encoding
    from surefoot.verify.loading import Loaded
    from surefoot.verify.request import Request


def run(options: Namespace) -> ExitCode:
    """Write the system to standard output or a file."""
    if options.format == "aiger":
        return _write_circuit(options)
    return print_text(lambda: _exported(options), options, "nothing was exported", options.output)


def _write_circuit(options: Namespace) -> ExitCode:
    """Write binary AIGER to a file."""
    if options.output is None:
        raise UsageError("--as aiger is a binary format: name a file with -o, or use show --as aig for text")
    write_atomically(options.output, b64decode(value_of(lambda: _circuit(options), options, "nothing was exported")))
    return ExitCode.SAFE


def _circuit(options: Namespace) -> str:
    """Return the circuit in base 64; runs in the child process."""
    from surefoot.cli.program_options import request_of
    from surefoot.cli.show import circuit_file
    from surefoot.verify.loading import load

    request = request_of(options)
    loaded = load(request)
    return b64encode(circuit_file(_encoding(request, loaded, options), binary=True)).decode("ascii")


def _exported(options: Namespace) -> str:
    """Return the text of the system; runs in the child process."""
    from surefoot.cli.program_options import request_of
    from surefoot.systems.formats.model import is_model_file

    request = request_of(options)
    if options.style == "relational" and options.format != "vmt":
        raise UsageError(f"--style relational is for --as vmt, not --as {options.format}")
    if is_model_file(request.files[0]):
        return _exported_model(request, options)
    if options.format in {"system", "horn"}:
        return _exported_system(request, options)
    return _exported_program(request, options)


def _exported_model(request: "Request", options: Namespace) -> str:
    """Return a model in another format."""
    from surefoot.systems.formats.horn_writer import write_horn
    from surefoot.systems.formats.model import HornFile
    from surefoot.systems.formats.registry import read_model, write_model
    from surefoot.systems.formats.vmt_writer import write_relation
    from surefoot.systems.horn.transition_encodings import functional, relational

    model = read_model(request.files[0])
    comments = [printable(f"from {request.files[0]}")]
    if not isinstance(model, HornFile):
        if options.format in {"system", "horn"}:
            return _exported_system(request, options)
        if options.style == "relational":
            return _exported_program(request, options)
        return write_model(model.system, options.format, comments)
    match options.format:
        case "system":
            return _exported_system(request, options)
        case "horn":
            return write_horn(model.system, comments)
        case "vmt" if options.style == "relational":
            return write_relation(relational(model), comments)
        case _:
            return write_model(functional(model), options.format, comments)


def _exported_program(request: "Request", options: Namespace) -> str:
    """Return the control system of a program as a transition system, in the chosen style."""
    from surefoot.systems.formats.registry import write_model
    from surefoot.systems.formats.vmt_writer import write_relation
    from surefoot.systems.transitions.cutpoint_relation import cutpoint_relation
    from surefoot.systems.transitions.program_counter import with_program_counter
    from surefoot.verify.loading import load

    loaded = load(request)
    encoding = _encoding(request, loaded, options)
    comments = _comments(request, encoding)
    caveats = [f"caveat: {caveat} ({caveat.direction.value})" for caveat in loaded.program.caveats]
    if options.style == "relational":
        return write_relation(cutpoint_relation(encoding.system), _printable(comments + caveats))
    encoded = with_program_counter(encoding.system)
    comments += [f"pc = {number}: {location}" for number, location in enumerate(encoded.locations)]
    return write_model(encoded.system, options.format, _printable(comments + caveats))


def _exported_system(request: "Request", options: Namespace) -> str:
    """Return the control system of a program or a model, as it is or as Horn clauses."""
    from surefoot.systems.control.text import print_system
    from surefoot.systems.formats.horn_writer import write_horn
    from surefoot.systems.horn.rules import horn_of
    from surefoot.verify.loading import load

    loaded = load(request)
    encoding = _encoding(request, loaded, options)
    comments = _comments(request, encoding)
    comments += [f"caveat: {caveat} ({caveat.direction.value})" for caveat in loaded.program.caveats]
    if options.format == "horn":
        comments.append("false is derivable iff a check fails or behaviour is undefined")
        return write_horn(horn_of(encoding.system), _printable(comments))
    return print_system(encoding.system, _printable(comments))


def _encoding(request: "Request", loaded: "Loaded", options: Namespace) -> "Encoding":
    """Return the control system, or refuse programs without one."""
    from surefoot.base.budget import Budget
    from surefoot.systems.encode.encoding import Calls, NotEncodable, encode

    found = encode(loaded.program, request.checked, loaded.model, Budget(), Calls(options.calls))
    if isinstance(found, NotEncodable):
        raise UnsupportedError(f"{_files(request)}: no finite control system: {found.reason}")
    return found


def _files(request: "Request") -> str:
    return " ".join(str(path) for path in request.files)


def _comments(request: "Request", encoding: "Encoding") -> list[str]:
    checked = request.checked
    comments = [f"from {_files(request)}, {request.data_model.name}: {checked.text or checked.name}"]
    if not encoding.is_exact:
        comments.append("over-approximation of the program: a proof holds for the program, a violation may be spurious")
    return comments


def _printable(comments: "Sequence[str]") -> list[str]:
    return [printable(comment) for comment in comments]
