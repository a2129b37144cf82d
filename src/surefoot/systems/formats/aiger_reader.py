"""AIGER files as transition systems: a state of one bit for each latch (Biere, Heljanko, Wieringa:
AIGER 1.9 and beyond, 2011).

Files before version 1.9 have no bad states; their outputs are bad. Justice properties become bad
states (`surefoot.systems.transitions.liveness`).
"""

from collections.abc import Iterable, Mapping, Sequence

from surefoot.base.errors import InputError
from surefoot.base.spans import Span
from surefoot.base.text import FreshNames
from surefoot.circuits import aiger
from surefoot.circuits.graph import Graph, Literal
from surefoot.circuits.sequential import Latch, Named
from surefoot.logic import BOOL, FALSE, Term, and_, bool_constant, eq, not_, variable
from surefoot.systems.formats.model import ModelFile
from surefoot.systems.transitions.liveness import with_justice
from surefoot.systems.transitions.transition_system import TransitionSystem


def read_aiger(text: bytes, file: str) -> ModelFile:
    """Return the model in ``text``; raises `InputError` for malformed files."""
    try:
        circuit = aiger.read(text)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    is_old = not (circuit.bad or circuit.constraints or circuit.justice or circuit.fairness)
    names = FreshNames()
    leaves: tuple[tuple[str, Sequence[Latch | Named]], ...] = (("l", circuit.latches), ("i", circuit.inputs))
    symbols = {
        each.literal >> 1: variable(names.like(each.name or f"{letter}{place}"), BOOL)
        for letter, group in leaves
        for place, each in enumerate(group)
    }
    terms = _Terms(circuit.graph, symbols, circuit.roots)
    bad_names = FreshNames()
    bad = {
        bad_names.like(each.name or f"{'o' if is_old else 'b'}{place}"): terms.of(each.literal)
        for place, each in enumerate(circuit.outputs if is_old else circuit.bad)
    }
    system = TransitionSystem(
        states=tuple(symbols[latch.literal >> 1] for latch in circuit.latches),
        inputs=tuple(symbols[each.literal >> 1] for each in circuit.inputs),
        initial=and_(*_reset(circuit.latches, symbols)),
        next={symbols[latch.literal >> 1]: terms.of(latch.next) for latch in circuit.latches},
        constraint=and_(*(terms.of(each.literal) for each in circuit.constraints)),
        bad=bad,
    )
    justice = {
        bad_names.like(each.name or f"j{place}"): tuple(terms.of(literal) for literal in each.literals)
        for place, each in enumerate(circuit.justice)
    }
    system = with_justice(system, justice, [terms.of(each.literal) for each in circuit.fairness])
    first_latch = 2 + (0 if text.startswith(b"aig") else len(circuit.inputs))
    first_bad = first_latch + len(circuit.latches) + (0 if is_old else len(circuit.outputs))
    here = Span(file, first_latch)
    spans = {name: Span(file, first_bad + place) for place, name in enumerate(bad)}
    first_justice = first_bad + len(bad) + len(circuit.constraints)
    spans |= {name: Span(file, first_justice + place) for place, name in enumerate(justice)}
    return ModelFile(system, here, here, spans)


def _reset(latches: Iterable[Latch], symbols: Mapping[int, Term]) -> Iterable[Term]:
    """Return the constant initial values of latches."""
    for latch in latches:
        if latch.reset is not None:
            yield eq(symbols[latch.literal >> 1], bool_constant(bool(latch.reset)))


class _Terms:
    """Builder of formulas for literals over ``symbols``, which represent the inputs of ``graph``."""

    def __init__(self, graph: Graph, symbols: Mapping[int, Term], roots: Iterable[Literal]) -> None:
        self._terms = {0: FALSE, **symbols}
        for node in graph.cone(roots):
            if graph.is_and(node):
                self._terms[node] = and_(*(self.of(operand) for operand in graph.operands(node)))

    def of(self, literal: Literal) -> Term:
        """Return the formula of a literal."""
        term = self._terms[literal >> 1]
        return not_(term) if literal & 1 else term
