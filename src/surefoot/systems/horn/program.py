"""Programs, encodings and derivations of Horn clauses, for linear and other systems."""

from surefoot.logic.horn import Derivation
from surefoot.program.program import Program
from surefoot.program.trace import Trace
from surefoot.systems.encode.encoding import Encoding, NotEncodable
from surefoot.systems.formats.model import HornFile


def horn_program(file: HornFile) -> Program:
    """Return the program whose runs are derivations; it fails where false is derived."""
    if file.system.is_linear:
        from surefoot.systems.horn.linear_program import linear_program

        return linear_program(file)
    from surefoot.systems.horn.recursive_program import recursive_program

    return recursive_program(file)


def encode_clauses(file: HornFile, program: Program) -> Encoding | NotEncodable:
    """Return the control system of ``file``, if its clauses are linear.

    Requires: ``program`` was made from ``file``.
    """
    if not file.system.is_linear:
        return NotEncodable("a clause needs several relations at once")
    from surefoot.systems.horn.linear import linear_system

    return linear_system(file, program)


def derivation_of(file: HornFile, trace: Trace) -> Derivation:
    """Return the derivation of the run of the program with the choices of ``trace``."""
    if file.system.is_linear:
        from surefoot.systems.horn.linear import linear_derivation

        return linear_derivation(file, trace.choices)
    from surefoot.systems.horn.recursive import recursive_derivation

    return recursive_derivation(file, trace.choices)


def trace_of(file: HornFile, derivation: Derivation) -> Trace | None:
    """Return the run of the program that makes ``derivation``; ``None`` if it is too long.

    Requires: ``derivation`` derives false from the clauses of ``file``.
    """
    if file.system.is_linear:
        from surefoot.systems.horn.linear import linear_choices

        return Trace({}, {}, linear_choices(file, derivation))
    from surefoot.systems.horn.recursive import recursive_choices

    choices = recursive_choices(file, derivation)
    return None if choices is None else Trace({}, {}, choices)
