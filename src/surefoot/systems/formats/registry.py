"""The formats of models, and reading and writing by the name of the format."""

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
"""Readers of texts; the second argument is the file name for messages. AIGER files may be binary
and are read by `read_aiger`.
"""
WRITERS: Mapping[str, Callable[[TransitionSystem, Sequence[str]], str]] = {"vmt": write_vmt, "btor2": write_btor2}
"""Writers of transition systems, with comments at the top; Horn clauses are written by
`write_horn`.
"""


def read_model(path: Path) -> InputModel:
    """Return the model in the file, in the format of its suffix; raises `InputError` with the line
    of an error.
    """
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
    """Return the text of ``system`` in the format called ``name``; raises `UnsupportedError` for
    unsupported features.
    """
    return WRITERS[name](system, comments)
