"""Invariants of circuits as invariants of locations, over the variables of the program."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from surefoot.base.errors import InputError
from surefoot.circuits import aiger
from surefoot.circuits.graph import Literal
from surefoot.engines.aig.abc import CUBES, STATES
from surefoot.logic import FALSE, TRUE, Term, and_, eq, not_, or_
from surefoot.systems.control.system import Invariants
from surefoot.systems.transitions.sequential import SequentialSystem


def cube_invariants(folder: Path, sequential: SequentialSystem, names: Sequence[str]) -> Invariants | None:
    """Read the invariants of the file `CUBES`: no state is in one of its cubes. Return `None`
    without such a file.
    """
    file = folder / CUBES
    if not file.exists():
        return None
    cubes = _cubes(file.read_text(encoding="ascii"))
    found: dict[str, tuple[Term, ...]] = {}
    for name in names:
        meanings = sequential.meanings(name)
        excluded = [_excluded(cube, meanings) for cube in cubes]
        found[name] = tuple(dict.fromkeys(each for each in excluded if each is not TRUE))
    return found


def state_invariants(
    folder: Path, sequential: SequentialSystem, names: Sequence[str], latches: Sequence[int]
) -> Invariants | None:
    """Read the invariants of the file `STATES`: a circuit over ``latches`` that holds in every
    state. Return `None` without such a file.
    """
    file = folder / STATES
    if not file.exists():
        return None
    try:
        circuit = aiger.read(file.read_bytes())
    except InputError:
        return None
    if len(circuit.inputs) != len(latches) or not circuit.outputs:
        return None
    found: dict[str, tuple[Term, ...]] = {}
    for name in names:
        terms: dict[int, Term] = {0: FALSE}
        meanings = sequential.meanings(name)
        for leaf, latch in zip(circuit.inputs, latches, strict=True):
            terms[leaf.literal >> 1] = meanings[latch]
        roots = [each.literal for each in circuit.outputs]
        for node in circuit.graph.cone(roots):
            if circuit.graph.is_and(node):
                left, right = circuit.graph.operands(node)
                terms[node] = and_(_term(terms, left), _term(terms, right))
        held = or_(*(_term(terms, root) for root in roots))
        found[name] = () if held is TRUE else (held,)
    return found


def equalities(
    sequential: SequentialSystem, names: Sequence[str], merged: Sequence[tuple[int, int | None]]
) -> Invariants:
    """Return the equalities of merged latches as invariants."""
    found: dict[str, tuple[Term, ...]] = {}
    for name in names:
        meanings = sequential.meanings(name)
        equal = (
            not_(meanings[latch]) if other is None else eq(meanings[latch], meanings[other]) for latch, other in merged
        )
        found[name] = tuple(dict.fromkeys(each for each in equal if each is not TRUE))
    return found


def _term(terms: Mapping[int, Term], literal: Literal) -> Term:
    term = terms[literal >> 1]
    return not_(term) if literal & 1 else term


def _cubes(text: str) -> list[dict[int, bool]]:
    """Parse the cubes of a PLA file, each by latch number."""
    latches: list[int] = []
    cubes: list[dict[int, bool]] = []
    for line in text.splitlines():
        if line.startswith(".ilb"):
            latches = [int(name.removeprefix("s")) for name in line.split()[1:]]
        elif line and line[0] in "01-":
            bits = line.split()[0]
            cubes.append({latch: bit == "1" for latch, bit in zip(latches, bits, strict=True) if bit != "-"})
    return cubes


def _excluded(cube: Mapping[int, bool], meanings: Sequence[Term]) -> Term:
    """Return the formula that excludes ``cube``."""
    return not_(and_(*(meanings[latch] if value else not_(meanings[latch]) for latch, value in cube.items())))
