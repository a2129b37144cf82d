"""Serialisation of terms as plain rows, to cross process boundaries.

A row is one node: its operator, the positions of its arguments among earlier rows, its payload
and its sort. Rows are in postorder without duplicates, so terms packed together keep their
sharing. Identity and order of arguments survive; ids, which are local to a process, do not.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from surefoot.logic.operators import Op
from surefoot.logic.sorts import Sort
from surefoot.logic.terms import Term, intern, intern_leaf, variable
from surefoot.logic.walk import postorder

TermRow = tuple[Op, tuple[int, ...], Any, Sort]


class PackedTerms(NamedTuple):
    """Terms, as positions among ``rows``."""

    rows: tuple[TermRow, ...]
    roots: tuple[int, ...]


def pack(terms: Iterable[Term]) -> PackedTerms:
    """Return ``terms`` as rows, which can be pickled whatever their depth."""
    roots = tuple(terms)
    positions: dict[Term, int] = {}
    rows: list[TermRow] = []
    for term in postorder(roots):
        rows.append((term.op, tuple([positions[argument] for argument in term.args]), term.payload, term.sort))
        positions[term] = len(positions)
    return PackedTerms(tuple(rows), tuple(positions[root] for root in roots))


def unpack(packed: PackedTerms) -> tuple[Term, ...]:
    """Return the terms that were packed: ``unpack(pack(terms)) == tuple(terms)``, in any process."""
    nodes: list[Term] = []
    for op, arguments, payload, sort in packed.rows:
        match op:
            case Op.VARIABLE:
                nodes.append(variable(payload, sort))
            case Op.CONSTANT:
                nodes.append(intern_leaf(op, payload, sort))
            case _:
                nodes.append(intern(op, tuple([nodes[position] for position in arguments]), sort, payload))
    return tuple(nodes[root] for root in packed.roots)


def unpack_one(packed: PackedTerms) -> Term:
    """Return the term that was packed alone."""
    (term,) = unpack(packed)
    return term
