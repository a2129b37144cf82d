"""Obligations of quantified invariants, with instances that the judge chooses itself.

The quantified invariants of an edge's source are instantiated at every index at which the
obligation reads or writes an array, then at the indices of those instances, up to a depth. Missing
instances can only make the judge reject a proof.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from surefoot.certify.limits import LIMITS
from surefoot.discharge.obligation import Obligation
from surefoot.logic import (
    BOOL,
    ArrayValue,
    BitVecSort,
    Evaluator,
    Op,
    Term,
    Value,
    and_,
    bv,
    not_,
    postorder,
    variables_of,
)
from surefoot.systems.control.quantified import QuantifiedInvariant, QuantifiedInvariants, any_value
from surefoot.systems.control.system import ControlSystem, Edge, Invariants

FormulaPrinter = Callable[[str, Term | QuantifiedInvariant], str]
"""Prints a formula or quantified invariant about the state at a location for readers."""


def instances(
    quantified: Sequence[QuantifiedInvariant], formulas: Sequence[Term], depth: int | None = None
) -> list[Term]:
    """Return instances of `quantified` at the indices in `formulas`, and `depth` - 1 times at those
    of instances.
    """
    found: dict[Term, None] = {}
    visited: set[Term] = set()
    indices: dict[Term, None] = {}
    layer: Sequence[Term] = formulas
    for _ in range(LIMITS.instance_depth if depth is None else depth):
        new = [index for index in _indices(layer, visited) if index not in indices]
        indices |= dict.fromkeys(new)
        layer = []
        for invariant in quantified:
            for index in new:
                if index.sort is invariant.bound.sort and len(found) < LIMITS.instances:
                    instance = invariant.at(index)
                    found[instance] = None
                    layer.append(instance)
    return list(found)


def _indices(formulas: Sequence[Term], visited: set[Term]) -> Iterator[Term]:
    """Yield the indices at which `formulas` read or write arrays, outside of `visited`, to which it
    adds.
    """
    todo = list(formulas)
    while todo:
        term = todo.pop()
        if term not in visited:
            visited.add(term)
            todo.extend(term.args)
            if term.op in {Op.SELECT, Op.STORE}:
                yield term.args[1]


def mismatch(quantified: QuantifiedInvariants, system: ControlSystem) -> str | None:
    """Return why `quantified` cannot be about `system`, `None` if they can."""
    for name, stated in quantified.items():
        if name not in system.names:
            return f"the program has no location {name}"
        symbols = {*system.location(name).symbols, *system.parameters}
        for each in stated:
            is_bound = each.bound.op is Op.VARIABLE and not _is_taken(each.bound, system)
            if (
                not is_bound
                or each.body.sort is not BOOL
                or not {*symbols, each.bound}.issuperset(variables_of(each.body))
            ):
                return f"a quantified invariant at {name} mentions other variables than those there: {each}"
    return None


def _is_taken(symbol: Term, system: ControlSystem) -> bool:
    """Return whether `symbol` occurs in `system`."""
    return symbol in system.parameters or any(
        symbol in (*location.symbols, *location.inputs) for location in system.locations
    )


def quantified_obligations(
    system: ControlSystem, invariants: Invariants, quantified: QuantifiedInvariants, printer: FormulaPrinter, depth: int
) -> Iterator[Obligation]:
    """Yield an obligation for each edge and quantified invariant of its target: the edge violates
    it.

    The invariants and quantified invariants of the source are assumed. Instances are `depth` deep.
    At the greatest depth they are shared by all quantified invariants of the target, since one may
    need the indices of another.
    """
    is_deepest = depth == LIMITS.instance_depth
    for edge in system.transitions:
        memo: dict[Term, Term] = {}
        stated = quantified.get(edge.destination, ())
        assumed = quantified.get(edge.source, ())
        broken = [not_(edge.after(each.at(any_value(each.bound.sort)), memo)) for each in stated]
        shared = instances(assumed, _terms_about(edge, stated, broken)) if is_deepest else []
        for each, breaks in zip(stated, broken, strict=True):
            chosen = shared if is_deepest else instances(assumed, _terms_about(edge, [each], [breaks]), depth)
            known = (edge.guard, *system.assumption(edge.source, invariants), *chosen)
            yield Obligation(
                f"the edge {edge.source} -> {edge.destination} violates `{printer(edge.destination, each)}`",
                and_(breaks, *known),
            )


def _terms_about(edge: Edge, stated: Sequence[QuantifiedInvariant], broken: Sequence[Term]) -> tuple[Term, ...]:
    """Return the terms that matter to whether `edge` violates one of the quantified invariants
    `stated`.
    """
    symbols = frozenset(variables_of(*(each.body for each in stated)))
    return (edge.guard, *(value for symbol, value in edge.update.items() if symbol in symbols), *broken)


def counterexample(invariant: QuantifiedInvariant, values: Mapping[Term, Value]) -> Term | None:
    """Return a false instance of `invariant` in the state `values`, `None` if none is found.

    Indices of array entries and numbers near those that the body compares with are tried, up to a
    limit.
    Requires: `values` has all symbols of the invariant but the bound one.
    """
    sort = invariant.bound.sort
    if not isinstance(sort, BitVecSort):
        return None
    evaluator = Evaluator(values.__getitem__)
    indices: dict[int, None] = {0: None, sort.mask: None}
    for term in postorder([invariant.body]):
        if term.sort is sort and invariant.bound not in variables_of(term):
            near = int(evaluator.value(term))  # type: ignore[arg-type]  # of a bit-vector
            indices |= dict.fromkeys((near + step) & sort.mask for step in (-1, 0, 1))
    for symbol in variables_of(invariant.body):
        value = values.get(symbol)
        if isinstance(value, ArrayValue) and symbol.sort.index is sort:  # type: ignore[union-attr]  # an array
            indices |= dict.fromkeys(int(index) for index in value.entries)  # type: ignore[arg-type]  # of a bit-vector
    for index in list(indices)[: LIMITS.checked_cells]:
        if not Evaluator({**values, invariant.bound: index}.__getitem__).value(invariant.body):
            return invariant.at(bv(index, sort.width))
    return None
