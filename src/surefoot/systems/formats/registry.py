"""Which formats of transition systems there are, and reading and writing any of them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from surefoot.errors import InputError, UsageError
from surefoot.records import dataclass
from surefoot.systems.formats.btor2_reader import read_btor2
from surefoot.systems.formats.btor2_writer import write_btor2
from surefoot.systems.formats.model import MODEL_SUFFIXES, ModelFile
from surefoot.systems.formats.vmt_reader import read_vmt
from surefoot.systems.formats.vmt_writer import write_vmt
from surefoot.systems.transition_system import TransitionSystem


@dataclass(frozen=True, slots=True)
class Format:
    """How to read a text (its file's name is for messages), and how to write a system with comments above it."""

    read: Callable[[str, str], ModelFile]
    write: Callable[[TransitionSystem, Sequence[str]], str]


FORMATS = {
    "vmt": Format(read_vmt, write_vmt),
    "btor2": Format(read_btor2, write_btor2),
}


def read_model(path: Path) -> ModelFile:
    """The model in the file, in the format that its suffix names; raises `InputError` with the line of what is wrong."""
    if path.suffix not in MODEL_SUFFIXES:
        raise UsageError(f"{path}: not a model; expected a file name that ends in {' or '.join(MODEL_SUFFIXES)}")
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file") from None
    return FORMATS[MODEL_SUFFIXES[path.suffix]].read(text, str(path))


def write_model(system: TransitionSystem, name: str, comments: Sequence[str] = ()) -> str:
    """The text of ``system`` in the format called ``name``; raises `UnsupportedError` for what it cannot express."""
    return FORMATS[name].write(system, comments)
