"""Keys of a certificate of tracked variables, if it fits the program: names, sorts and owners."""

from collections.abc import Mapping
from itertools import pairwise

from surefoot.base.records import dataclass
from surefoot.certify.kernel.tracked.ranges import greatest
from surefoot.evidence.tracked import RangeUnion, TrackedContext, TrackedSummaries, Valuation
from surefoot.logic import BOOL, BitVecSort, Sort, Term, variables_of
from surefoot.program.program import Function, Program


class IllFormed(Exception):
    """The certificate cannot be about the program; the message states the reason."""


@dataclass(frozen=True, slots=True)
class CheckedKeys:
    """Keys of a certificate: their terms, variables, and owners (``None``: all variables are
    global).
    """

    terms: tuple[Term, ...]
    variables: tuple[frozenset[Term], ...]
    owners: tuple[str | None, ...]
    of_parameters: tuple[bool, ...]
    """True if a key of a function mentions no locals."""
    mentioning: Mapping[Term, tuple[int, ...]]
    """Keys that mention a variable."""

    @property
    def global_variables(self) -> frozenset[Term]:
        """Variables of global keys."""
        owned = zip(self.variables, self.owners, strict=True)
        return frozenset(symbol for variables, owner in owned if owner is None for symbol in variables)

    def visible(self, key: int, function: str) -> bool:
        """Return whether ``key`` has a value in ``function``."""
        return self.owners[key] is None or self.owners[key] == function


def keys_of(certificate: TrackedSummaries, program: Program) -> CheckedKeys:
    """Return the keys of ``certificate``. Raises `IllFormed` if a part of it does not fit
    ``program``.
    """
    owners: dict[Term, str | None] = {each.variable.symbol: None for each in program.global_variables}
    owners |= dict.fromkeys((each.address for each in program.global_objects), None)
    owners |= dict.fromkeys((each.address for each in program.functions.values()), None)
    parameters: set[Term] = set()
    for function in program.functions.values():
        own = [each.symbol for each in (*function.parameters, *function.locals)]
        parameters.update(each.symbol for each in function.parameters)
        owners |= dict.fromkeys(own, function.name)
    variables: list[frozenset[Term]] = []
    found: list[str | None] = []
    for number, term in enumerate(certificate.keys):
        _require(isinstance(term.sort, BitVecSort) or term.sort is BOOL, f"key {number} is of {term.sort}")
        mentioned = frozenset(variables_of(term))
        _require(mentioned <= owners.keys(), f"key {number} mentions what is no variable of the program: {term}")
        functions = {owners[symbol] for symbol in mentioned} - {None}
        _require(len(functions) < 2, f"key {number} mentions variables of several functions")
        variables.append(mentioned)
        found.append(next(iter(functions), None))
    mentioning: dict[Term, tuple[int, ...]] = {}
    for number, symbols in enumerate(variables):
        for symbol in symbols:
            mentioning[symbol] = (*mentioning.get(symbol, ()), number)
    local = [{symbol for symbol in symbols if owners[symbol]} for symbols in variables]
    keys = CheckedKeys(
        certificate.keys, tuple(variables), tuple(found), tuple(each <= parameters for each in local), mentioning
    )
    for context in certificate.contexts:
        _check_context(context, keys, program)
    return keys


def _check_context(context: TrackedContext, keys: CheckedKeys, program: Program) -> None:
    function = program.functions.get(context.function)
    if function is None:
        raise IllFormed(f"the program has no function {context.function}")
    _check_valuation(context.entry, keys, function)
    _require(
        all(keys.owners[key] is None or keys.of_parameters[key] for key, _ in context.entry),
        f"a context of {function.name} has a key of a local variable",
    )
    for (label, index), valuations in context.points.items():
        block = function.blocks.get(label)
        fits = block is not None and 0 <= index <= len(block.statements)
        _require(fits, f"{function.name} has no statement {index} of block {label}")
        for valuation in valuations:
            _check_valuation(valuation, keys, function)
    for end in context.exits:
        _check_valuation(end.globals, keys, function)
        _require(all(keys.owners[key] is None for key, _ in end.globals), f"an exit of {function.name} has a local key")
        _require(len(end.results) == len(function.results), f"an exit of {function.name} has another number of results")
        for ranges, sort in zip(end.results, function.results, strict=True):
            if ranges is not None:
                _check_ranges(ranges, sort)


def _check_valuation(valuation: Valuation, keys: CheckedKeys, function: Function) -> None:
    known = [key for key, _ in valuation]
    _require(known == sorted(set(known)), "a valuation has keys in another order")
    for key, ranges in valuation:
        _require(0 <= key < len(keys.terms), f"there is no key {key}")
        _require(keys.visible(key, function.name), f"key {key} has no value in {function.name}")
        _check_ranges(ranges, keys.terms[key].sort)


def _check_ranges(ranges: RangeUnion, sort: Sort) -> None:
    _require(isinstance(sort, BitVecSort) or sort is BOOL, f"values of {sort} have no ranges")
    ascend = all(least <= most for least, most in ranges) and all(low[1] < high[0] for low, high in pairwise(ranges))
    _require(bool(ranges) and ascend and ranges[0][0] >= 0 and ranges[-1][1] <= greatest(sort), "ranges are malformed")


def _require(condition: bool, reason: str) -> None:  # noqa: FBT001 - as an assertion
    if not condition:
        raise IllFormed(reason)
