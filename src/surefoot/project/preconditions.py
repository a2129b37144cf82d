"""Inference of preconditions: assumptions about arguments that exclude a violation.

A candidate is derived from a violation and the inputs of its run. The weakest ones come first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Final, Self

from surefoot.base.enums import Enum
from surefoot.base.records import dataclass, field, replace
from surefoot.frontend.environment import (
    BEYOND_INDEX,
    ArgumentBound,
    Environment,
    PointerArguments,
    covers,
    member_pattern,
)
from surefoot.frontend.limits import LIMITS
from surefoot.frontend.linking.allocator_arguments import ALLOCATORS
from surefoot.frontend.llvm.module import FunctionSignature
from surefoot.program.ctypes import CInteger, CPointer, CType, CVoid
from surefoot.project.document import PreconditionEntry
from surefoot.project.limits import LIMITS as LIMITS_OF_SCANS
from surefoot.report.document import UnsafeEvidence

_NULL: Final = " is null"
_FAILURE: Final = "failure of "
_COUNTS: Final = (4, 8, 16, 20, 32, 64)
"""Sizes of fixed arrays that are tried where a run needs more elements than an earlier one."""
_ACCESS: Final = re.compile(r"of (\d+) bytes? at offset (\d+)")
_ARITHMETIC: Final = frozenset({"signed-overflow", "division-by-zero", "division-overflow", "shift", "conversion"})
_INTEGER_KINDS: Final = frozenset(
    {
        "signed-overflow",
        "division-by-zero",
        "division-overflow",
        "shift",
        "array-index",
        "conversion",
        "invalid-dereference",
        "assertion",
        "error-call",
        "unreachable",
    }
)


@dataclass(frozen=True, slots=True)
class TestedParameter:
    """A parameter of the function under test, or a member ``p->m`` of an object that one points to,
    with its C type.
    """

    name: str
    ctype: CType
    is_function: bool = False
    """True if it is a pointer to a function."""
    allocator: str = ""
    """If it is a pointer to a function with the type and a name like one of `ALLOCATORS`, that
    function; otherwise empty.
    """

    @property
    def owner(self) -> str:
        """The pointer to the object that it is a member of; empty for a parameter."""
        return _owner(self.name)


def allocator_like(name: str, signature: FunctionSignature, pointer_width: int) -> str:
    """Return the allocator of the C library whose type ``signature`` is, if ``name`` suggests one;
    otherwise an empty text.
    """
    last = re.split(r"\W+", name)[-1].lower()
    shapes = [_shape(each, pointer_width) for each in signature.parameters]
    is_pointer = isinstance(signature.result, CPointer)
    if signature.variadic or not (is_pointer or isinstance(signature.result, CVoid)):
        return ""
    if not is_pointer:
        return "free" if shapes == ["*"] and re.search("free|dealloc|release", last) else ""
    found = {"n": "malloc", "nn": "calloc", "*n": "realloc"}.get("".join(shapes), "")
    return found if "alloc" in last else ""


def _shape(ctype: CType, pointer_width: int) -> str:
    match ctype:
        case CPointer():
            return "*"
        case CInteger(_, width, _) if width == pointer_width:
            return "n"
        case _:
            return "?"


class ArgumentSize(Enum):
    """Size of arguments: elements of arrays whose length is not a constant, and depth of
    structures.
    """

    TINY = "tiny"
    SMALL = "small"
    ANY = "any"

    @property
    def elements(self) -> int:
        """Maximal number of elements of an array; 0 for no limit."""
        match self:
            case ArgumentSize.TINY:
                return LIMITS_OF_SCANS.tiny_array_elements
            case ArgumentSize.SMALL:
                return LIMITS_OF_SCANS.small_array_elements
            case ArgumentSize.ANY:
                return 0

    @property
    def depth(self) -> int:
        """Number of dereferences from a parameter up to which pointers in objects point to objects."""
        return LIMITS_OF_SCANS.tiny_depth if self is ArgumentSize.TINY else LIMITS.pointer_depth

    @property
    def condition(self) -> str:
        """The condition in words; empty if arguments have any size."""
        if self is ArgumentSize.ANY:
            return ""
        text = f"arrays behind pointers have at most {self.elements} elements"
        is_flat = self.depth < LIMITS.pointer_depth
        return f"{text}, and pointers in objects that are {self.depth} dereferences deep are null" if is_flat else text


SIZE_CONDITIONS: Final = frozenset(each.condition for each in ArgumentSize if each.condition)
"""The conditions that limit the size of arguments."""


@dataclass(frozen=True, slots=True)
class ArgumentAssumptions:
    """Assumptions about the arguments of a function, and about global variables."""

    nonnull: tuple[str, ...] = ()
    lengths: tuple[tuple[str, int | str], ...] = ()
    strings: tuple[str, ...] = ()
    heap: tuple[str, ...] = ()
    bounds: tuple[ArgumentBound, ...] = ()
    is_distinct: bool = False
    """True if no two pointer arguments are equal."""
    size_limit: ArgumentSize = ArgumentSize.ANY
    """Limit on the size of arguments."""
    allocators: tuple[tuple[str, str], ...] = ()
    """Pointers to functions, and the function of the C library that each behaves like."""
    has_initial_globals: bool = False
    """True if global variables have their initial values; otherwise they have any."""

    @property
    def size(self) -> int:
        """Number of conditions."""
        lists = (self.nonnull, self.lengths, self.strings, self.heap, self.bounds, self.allocators)
        is_limited = self.size_limit is not ArgumentSize.ANY
        return sum(map(len, lists)) + self.is_distinct + is_limited + self.has_initial_globals

    def environment(self, around: Environment) -> Environment:
        """Return the environment ``around`` with these assumptions."""
        pointers = PointerArguments(
            may_alias=not self.is_distinct,
            lengths=dict(self.lengths),
            nonnull=frozenset(self.nonnull),
            strings=frozenset(self.strings),
            heap=frozenset(self.heap),
            bounds=self.bounds,
            small_elements=self.size_limit.elements,
            depth=self.size_limit.depth,
            allocators=dict(self.allocators),
        )
        return replace(around, pointers=pointers)

    def entries(self) -> list[PreconditionEntry]:
        """Return the conditions in words and as ACSL."""
        sized = {name for name, _ in self.lengths} | set(self.strings)
        valid = [(f"{name} is not null", f"\\valid({name})") for name in self.nonnull if name not in sized]
        arrays = [
            (
                f"{self._null(name)}{name} points to {count} elements",
                self._or_null(name, f"\\valid({name} + (0 .. {count} - 1))"),
            )
            for name, count in self.lengths
        ]
        texts = [f"{self._null(name)}{name} is a string that ends with a null character" for name in self.strings]
        texts += [f"{name} is null, or was allocated by malloc and not freed" for name in self.heap]
        if self.is_distinct:
            texts.append("no two pointer arguments are equal")
        texts += [f"{name} is null, or behaves like {like}" for name, like in self.allocators]
        if self.size_limit.condition:
            texts.append(self.size_limit.condition)
        if self.has_initial_globals:
            texts.append("global variables have their initial values")
        bounds = [(str(bound), str(bound)) for bound in self.bounds]
        return [
            {"text": text, "acsl": acsl} for text, acsl in (*valid, *arrays, *bounds, *((text, "") for text in texts))
        ]

    def packed(self) -> dict[str, Any]:
        """Return the assumptions as a JSON value."""
        return {
            "nonnull": list(self.nonnull),
            "lengths": [list(each) for each in self.lengths],
            "strings": list(self.strings),
            "heap": list(self.heap),
            "bounds": [[each.name, each.relation, each.limit] for each in self.bounds],
            "is_distinct": self.is_distinct,
            "size": self.size_limit.value,
            "allocators": [list(each) for each in self.allocators],
            "has_initial_globals": self.has_initial_globals,
        }

    @classmethod
    def unpacked(cls, packed: Mapping[str, Any]) -> Self:
        """Return the assumptions that `packed` returned; raises `ValueError`, `TypeError` or
        `KeyError` for another value.
        """
        bounds = tuple(ArgumentBound(str(name), relation, limit) for name, relation, limit in packed["bounds"])
        if not all(each.relation in {"<=", ">=", "!=", "<"} for each in bounds):
            raise ValueError("unknown relation")
        return cls(
            nonnull=tuple(map(str, packed["nonnull"])),
            lengths=tuple((str(name), length) for name, length in packed["lengths"]),
            strings=tuple(map(str, packed["strings"])),
            heap=tuple(map(str, packed["heap"])),
            bounds=bounds,
            is_distinct=bool(packed["is_distinct"]),
            size_limit=ArgumentSize(packed["size"]),
            allocators=tuple((str(name), _allocator(like)) for name, like in packed["allocators"]),
            has_initial_globals=bool(packed["has_initial_globals"]),
        )

    def _null(self, name: str) -> str:
        return "" if name in self.nonnull else f"{name} is null, or "

    def _or_null(self, name: str, predicate: str) -> str:
        return predicate if name in self.nonnull else f"{name} == \\null || {predicate}"

    def weaker(self) -> Iterator["ArgumentAssumptions"]:
        """Yield the conditions without one of them."""
        for each in self.nonnull:
            yield replace(self, nonnull=tuple(other for other in self.nonnull if other != each))
        for bound in self.bounds:
            yield replace(self, bounds=tuple(other for other in self.bounds if other != bound))
        if self.is_distinct:
            yield replace(self, is_distinct=False)
        for allocator in self.allocators:
            yield replace(self, allocators=tuple(other for other in self.allocators if other != allocator))

    @property
    def may_be_weakened(self) -> bool:
        """True if several conditions were added, of which one may be superfluous."""
        return len(self.nonnull) + len(self.bounds) + self.is_distinct + len(self.allocators) > 1


def _allocator(name: str) -> str:
    if name not in ALLOCATORS:
        raise ValueError("unknown allocator")
    return name


@dataclass(frozen=True, slots=True)
class ViolatedRun:
    """A violation, and the inputs of its run by name."""

    evidence: UnsafeEvidence
    inputs: Mapping[str, str] = field(default_factory=dict)
    depth: int = LIMITS.pointer_depth
    """Number of dereferences from a parameter up to which pointers in objects point to objects."""

    @property
    def place(self) -> tuple[str, str, str, int, int, str]:
        """Kind, manner of failure, function and position of the violated check, and the object that
        it is about.
        """
        found = self.evidence["violation"]
        where, about = found["location"], found["object"]
        position = (where["line"], where["column"]) if where else (0, 0)
        name = about["name"] if about else ""
        return found["kind"], found["text"].partition(" of ")[0], found["function"], *position, name

    @property
    def argument(self) -> str:
        """The pointer argument whose object a memory error is about; empty if there is none, or if
        the run ended the lifetime of the object.
        """
        found = self.evidence["violation"]["object"]
        is_of_argument = found is not None and not found["ended"] and found["name"].startswith("*")
        return found["name"][1:] if found and is_of_argument else ""

    @property
    def is_before_object(self) -> bool:
        """True if an access is before the start of the object. Its index may be meant for another
        pointer, so the length of this array does not exclude it.
        """
        return "at offset -" in self.evidence["violation"]["text"]

    @property
    def external(self) -> list[str]:
        """The functions without a body whose results the run uses, but not failures of allocations."""
        changes = (change for step in self.evidence["steps"] for change in step["changes"])
        return list(
            dict.fromkeys(
                each["name"]
                for each in changes
                if each.get("origin") == "external" and not each["name"].startswith(_FAILURE)
            )
        )

    @property
    def nulls(self) -> list[str]:
        """The pointers that are null because the arguments are so, the nearest first."""
        names = [
            name.removesuffix(_NULL)
            for name, value in self.inputs.items()
            if name.endswith(_NULL) and value in {"1", "true"}
        ]
        mentioned = f"{self.evidence['violation']['expression']} {self.evidence['violation']['text']}"
        return sorted(names, key=lambda name: (name not in mentioned, len(name)))

    @property
    def is_of_argument(self) -> bool:
        """True if other arguments may avoid it: a memory error about what an argument points to,
        about a null argument, about an address that a function without a body may have returned, or
        far from any object, or an access to another object at an index that is a member of an
        argument; or an operation or an assertion on such a number.
        """
        found = self.evidence["violation"]
        if found["kind"] in _ARITHMETIC or found["kind"] == "assertion":
            return any(self._is_in_argument(each["name"]) for each in found["values"])
        if not found["kind"].startswith("invalid-"):
            return False
        about = found["object"]
        is_nowhere = about is None or about["kind"] == "function"  # an index may lead anywhere
        if is_nowhere and (self.external or (self._is_wild and not self.is_about_null)):
            return True
        if "null pointer" in found["text"]:
            return bool(self.nulls) or any(name.count("->") >= self.depth for name in self.inputs)
        if found["kind"] == "invalid-dereference" and not self.argument and not is_nowhere:
            return self._has_index_of_argument
        return bool(self.argument) or (is_nowhere and bool(self.inputs))

    @property
    def _has_index_of_argument(self) -> bool:
        """True if the violated access to a live object mentions a member of an object that an
        argument points to: members of one struct may be related.
        """
        found = self.evidence["violation"]
        names = [each["name"] for each in found["values"] if re.search(r"->|\.", each["name"])]
        if not found["values"] and "(" in found["expression"] and "@" not in found["function"]:
            names = [found["expression"]]  # a macro, whose operands are not known
        is_live = found["object"] is not None and not found["object"]["ended"]
        return is_live and any(map(self._is_in_argument, names))

    @property
    def _is_wild(self) -> bool:
        """True if the run has inputs, and the violation is about a pointer that is neither null nor
        points into an object, or about a sum that is null although no pointer in it is.
        """
        values = [each["value"] for each in self.evidence["violation"]["values"]]
        return bool(self.inputs) and (self._is_sum or any(each.startswith("0x") for each in values))

    @property
    def is_about_null(self) -> bool:
        """True if the violation is about a null pointer, rather than about an index that leads from
        an object to the first addresses.
        """
        return "null" in self.evidence["violation"]["text"] and not self._is_sum

    @property
    def _is_sum(self) -> bool:
        """True if an address is the sum of an index and a pointer, and no pointer in it is null."""
        found = self.evidence["violation"]
        values = [each["value"] for each in found["values"]]
        has_object = any(each.startswith("address of ") for each in values)
        return bool({"+", "["} & {*found["expression"]}) and has_object and "NULL" not in values

    def _is_in_argument(self, name: str) -> bool:
        """Return whether ``name`` may be a part of what an argument points to."""
        paths = (each.rpartition(" of *")[2].partition(" is ")[0] for each in self.inputs)
        arguments = {word for each in paths for word in re.findall(r"\w+", each)[:1]}
        words = re.findall(r"\w+", name)
        if "(" in name.lstrip("("):  # a call of a macro, whose operands are not known
            return not arguments.isdisjoint(words)
        return words[:1] != [name] and not arguments.isdisjoint(words[:1])


def violated_run(evidence: UnsafeEvidence, known: ArgumentAssumptions | None = None) -> ViolatedRun:
    """Return the run of ``evidence``, whose steps are known, under the assumptions ``known``."""
    inputs: dict[str, str] = {}
    for step in evidence["steps"]:
        for change in step["changes"]:
            if change.get("origin") == "input":
                inputs.setdefault(change["name"], change["value"])
    return ViolatedRun(evidence, inputs, known.size_limit.depth if known else LIMITS.pointer_depth)


def strengthened(
    known: ArgumentAssumptions, run: ViolatedRun, parameters: Sequence[TestedParameter]
) -> Iterator[ArgumentAssumptions]:
    """Yield preconditions that may exclude ``run``, each with one condition more than ``known``."""
    found = run.evidence["violation"]
    kind = found["kind"]
    integers = [each for each in parameters if isinstance(each.ctype, CInteger)]
    aliased = [
        name
        for name, value in run.inputs.items()
        if value == "1" and re.search(r" is \w+$", name) and not name.endswith(_NULL)
    ]
    if kind == "invalid-free" and run.argument and not covers(known.heap, run.argument):
        yield replace(known, heap=_with_member(known.heap, run.argument))
    if kind == "invalid-dereference" and (size := _index_size(known, run, parameters)) is not None:
        indexed = replace(known, lengths=(*known.lengths, size))
        yield indexed
        yield replace(indexed, bounds=(*known.bounds, ArgumentBound(size[1].removesuffix(BEYOND_INDEX), ">=", 0)))
    if run.is_about_null or kind in {"assertion", "error-call"}:
        for name in run.nulls:
            yield replace(known, nonnull=(*known.nonnull, name))
        several = [*run.nulls, *(each.partition(" is ")[0] for each in aliased)]
        if run.nulls and len(several) > 1:
            yield replace(known, nonnull=(*known.nonnull, *dict.fromkeys(several)))
    elif run.argument and kind == "invalid-dereference" and not run.is_before_object:
        yield from _sizes(known, run, parameters, integers)
    if kind == "invalid-dereference" and not run.is_about_null:
        yield from islice(_ranges(known, run, parameters), LIMITS_OF_SCANS.range_candidates)
    if aliased and not known.is_distinct:
        yield replace(known, is_distinct=True)
    if kind == "division-by-zero":
        for each in integers:
            if run.inputs.get(each.name, "0") == "0":
                yield replace(known, bounds=(*known.bounds, ArgumentBound(each.name, "!=", 0)))


def tightened(
    known: ArgumentAssumptions, run: ViolatedRun, parameters: Sequence[TestedParameter]
) -> ArgumentAssumptions | None:
    """Return ``known`` with one more element at an argument, or with a tighter bound of the integer
    parameter that is nearest to the ends of its type; None if nothing excludes the run, or if it
    uses an object after it ended its lifetime.
    """
    if run.argument and run.place[0] == "invalid-dereference" and not run.is_before_object:
        return _longer(known, run)
    if run.place[0] not in _INTEGER_KINDS or run.is_about_null:
        return None
    about = run.evidence["violation"]["object"]
    if about and about["ended"]:
        return None
    size = about["size"] if about and not run.argument else 0  # that of an argument is an assumption itself
    steps = [step for each in parameters if (step := _step(each, run, size)) is not None]
    if not steps:
        return None
    _, bound = max(steps, key=lambda step: step[0])
    others = tuple(each for each in known.bounds if (each.name, each.relation) != (bound.name, bound.relation))
    return replace(known, bounds=(*others, bound))


def _step(parameter: TestedParameter, run: ViolatedRun, size: int) -> tuple[float, ArgumentBound] | None:
    """Return the weakest bound of ``parameter`` that excludes its value, and how near that is to
    the end of the type. ``size`` is that of the object that an index may exceed.
    """
    text = run.inputs.get(parameter.name, "").split()
    ctype = parameter.ctype
    if not isinstance(ctype, CInteger) or not text or not re.fullmatch(r"-?\d+", text[0]) or ctype.width > 64:
        return None
    value = int(text[0])
    least, most = (
        (-(1 << (ctype.width - 1)), (1 << (ctype.width - 1)) - 1) if ctype.signed else (0, (1 << ctype.width) - 1)
    )
    if value < 0:
        limits = [least + 1, -(most // 2), -(1 << 16), -256, -1, 0]
        limit = next((each for each in limits if each > value), 0)
        return value / least, ArgumentBound(parameter.name, ">=", limit)
    limits = [most - 1, most // 2, 1 << 24, 1 << 16, 32767, 1023, 255, 63, 31, 15, 7]
    if size:
        limits = [size // unit - 1 for unit in (1, 2, 4, 8, 16, 32, 64) if size % unit == 0]
    limit = next((each for each in limits if each < value), -1)
    return None if limit <= 0 else (value / most, ArgumentBound(parameter.name, "<=", limit))


def _longer(known: ArgumentAssumptions, run: ViolatedRun) -> ArgumentAssumptions | None:
    name, sized = run.argument, dict(known.lengths)
    matched = _ACCESS.search(run.evidence["violation"]["text"])
    present = sized.get(name, 0)
    if matched is None or isinstance(present, str) or covers(known.strings, name):
        return None
    needed = -(-(int(matched[1]) + int(matched[2])) // _element_size(name, run))
    count = next((each for each in (needed, *_COUNTS) if each >= needed and each > present), None)
    if count is None:
        return None
    others = tuple((each, length) for each, length in known.lengths if each != name)
    return replace(known, lengths=(*others, (name, count)))


def _sizes(
    known: ArgumentAssumptions,
    run: ViolatedRun,
    parameters: Sequence[TestedParameter],
    integers: Sequence[TestedParameter],
) -> Iterator[ArgumentAssumptions]:
    """Yield preconditions with more elements at the argument of an out-of-bounds access."""
    name = run.argument
    sized = dict(known.lengths)
    if name in sized and isinstance(sized[name], str):
        return
    if not covers(known.strings, name) and name not in sized and _may_be_text(name, parameters, run):
        yield replace(known, strings=_with_member(known.strings, name))
    others = tuple((each, count) for each, count in known.lengths if each != name)
    without = replace(known, strings=tuple(each for each in known.strings if each != name))
    order = [each.name for each in parameters]
    at = order.index(name) if name in order else -1
    own = _own_counts(parameters).get(name)
    related = [own] if own else [each for each in integers if each.owner == _owner(name) and _may_be_count(each)]
    for each in sorted(related, key=lambda each: (order.index(each.name) < at, abs(order.index(each.name) - at))):
        yield replace(without, lengths=(*others, (name, each.name)))


def _index_size(
    known: ArgumentAssumptions, run: ViolatedRun, parameters: Sequence[TestedParameter]
) -> tuple[str, str] | None:
    """Return the length of an array parameter ``p`` if the violated expression is ``p[n]`` for a
    parameter ``n``.
    """
    matched = re.fullmatch(r"(\w+)\[(\w+)\]", run.evidence["violation"]["expression"])
    by_name = {each.name: each for each in parameters}
    if matched is None or matched[1] in dict(known.lengths) or covers(known.strings, matched[1]):
        return None
    array, index = by_name.get(matched[1]), by_name.get(matched[2])
    is_array = array is not None and isinstance(array.ctype, CPointer)
    is_index = index is not None and isinstance(index.ctype, CInteger)
    return (matched[1], matched[2] + BEYOND_INDEX) if is_array and is_index else None


def _ranges(
    known: ArgumentAssumptions, run: ViolatedRun, parameters: Sequence[TestedParameter]
) -> Iterator[ArgumentAssumptions]:
    """Yield preconditions where one integer is the number of elements of an array beside it, and
    another one, which may be an index, does not exceed it.

    Unsigned and wide integers come first, and indices that the violated expression mentions.
    """
    sized = dict(known.lengths)
    about, found = "" if run.is_before_object else run.argument, run.evidence["violation"]
    mentioned = {*re.findall(r"\w+", " ".join([found["expression"], *(each["name"] for each in found["values"])]))}
    owners = {each.owner for each in parameters}
    own_counts = _own_counts(parameters)
    taken = {*sized.values(), *(each.name for each in own_counts.values())}
    for pointer in parameters:
        is_array = isinstance(pointer.ctype, CPointer) and not pointer.is_function and pointer.name not in owners
        if not is_array or about not in {"", pointer.name}:
            continue
        beside = _by_likelihood(each for each in parameters if each.owner == pointer.owner and _may_be_count(each))
        present = sized.get(pointer.name)
        own = own_counts.get(pointer.name)
        possible = [own.name] if own else beside
        counts = [present] if isinstance(present, str) else possible if present is None else []
        others = tuple((name, count) for name, count in known.lengths if name != pointer.name)
        for count in counts:
            indices = [each for each in beside if each != count and each not in taken]
            likely = [each for each in indices if each.removeprefix(f"{pointer.owner}->") in mentioned]
            for index in likely or indices:
                bound = ArgumentBound(index, "<" if about else "<=", count)
                if bound not in known.bounds:
                    yield replace(known, lengths=(*others, (pointer.name, count)), bounds=(*known.bounds, bound))


def _by_likelihood(parameters: Iterable[TestedParameter]) -> list[str]:
    """Return the integers among ``parameters``, unsigned and wide ones first."""
    order = [
        (each.ctype.signed, -each.ctype.width, number, each.name)
        for number, each in enumerate(parameters)
        if isinstance(each.ctype, CInteger)
    ]
    return [name for *_, name in sorted(order)]


def _own_counts(parameters: Sequence[TestedParameter]) -> dict[str, TestedParameter]:
    """Return the integer parameters that follow a pointer, by its name: another count of its elements
    would excuse accesses beyond this one.
    """
    return {
        pointer.name: after
        for pointer, after in pairwise(parameters)
        if isinstance(pointer.ctype, CPointer) and not pointer.owner and not after.owner and _may_be_count(after)
    }


def _may_be_count(parameter: TestedParameter) -> bool:
    return isinstance(parameter.ctype, CInteger) and parameter.ctype.width >= LIMITS_OF_SCANS.count_width


def _owner(name: str) -> str:
    return name.rpartition("->")[0]


def _with_member(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return ``names`` with ``name``, or with the pattern of all members of that name if they contain
    another one.
    """
    pattern = member_pattern(name)
    alike = {each for each in names if pattern and member_pattern(each) == pattern}
    return (*(each for each in names if each not in alike), pattern) if alike else (*names, name)


def _may_be_text(name: str, parameters: Sequence[TestedParameter], run: ViolatedRun) -> bool:
    known = next((each.ctype for each in parameters if each.name == name), None)
    if isinstance(known, CPointer):
        return "char" in known.target
    return _element_size(name, run) == 1


def _element_size(name: str, run: ViolatedRun) -> int:
    """Return the bytes of an element of the array that the argument points to."""
    found = run.evidence["violation"]["object"]
    elements = run.inputs.get(f"elements of *{name}", "")
    if found and elements.isdigit() and int(elements):
        return max(1, found["size"] // int(elements))
    return 1 if f"bytes of *{name}" in run.inputs else found["size"] if found and found["size"] else 1
