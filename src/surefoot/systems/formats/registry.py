"""Which formats of models there are, and reading and writing any of them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from surefoot.base.errors import InputError, UsageError
from surefoot.systems.formats.aiger_reader import read_aiger
from surefoot.systems.formats.btor2_reader import read_btor2
from surefoot.systems.formats.btor2_writer import write_btor2
from surefoot.systems.formats.horn_reader import read_horn
from surefoot.systems.formats.model import MODEL_SUFFIXES, InputModel
from surefoot.systems.formats.vmt_reader import read_vmt
from surefoot.systems.formats.vmt_writer import write_vmt
from surefoot.systems.transitions.transition_system import TransitionSystem

READERS: Mapping[str, Callable[[str, str], InputModel]] = {"vmt": read_vmt, "btor2": read_btor2, "horn": read_horn}
"""How to read a text; its file's name is for messages. AIGER files need not be text: `read_aiger` reads bytes."""
WRITERS: Mapping[str, Callable[[TransitionSystem, Sequence[str]], str]] = {"vmt": write_vmt, "btor2": write_btor2}
"""How to write a transition system with comments above it; Horn clauses are written by `write_horn`."""


def read_model(path: Path) -> InputModel:
    """The model in the file, in the format that its suffix names; raises `InputError` with the line of what is wrong."""
    if path.suffix not in MODEL_SUFFIXES:
        raise UsageError(f"{path}: not a model; expected a file name that ends in {' or '.join(MODEL_SUFFIXES)}")
    name = MODEL_SUFFIXES[path.suffix]
    try:
        if name == "aiger":
            return read_aiger(path.read_bytes(), str(path))
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None
    return READERS[name](text, str(path))


def write_model(system: TransitionSystem, name: str, comments: Sequence[str] = ()) -> str:
    """The text of ``system`` in the format called ``name``; raises `UnsupportedError` for what it cannot express."""
    return WRITERS[name](system, comments)
