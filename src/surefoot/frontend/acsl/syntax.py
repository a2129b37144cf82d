"""What annotations say: clauses, predicates and terms, each with its place in the source."""

from collections.abc import Iterator
from enum import Enum

from surefoot.base.records import dataclass, fields

# ---- terms: ``at`` is the position of their first character in the file


@dataclass(frozen=True, slots=True)
class Name:
    """A variable of the program, or one that a quantifier binds."""

    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Number:
    """An integer or a character constant."""

    value: int
    at: int


@dataclass(frozen=True, slots=True)
class Verbatim:
    """What is C text as it stands: a floating constant, ``sizeof (type)``."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Result:
    r"""``\result``."""

    at: int


@dataclass(frozen=True, slots=True)
class Old:
    r"""``\old(of)``: the value of ``of`` when the function was called."""

    of: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class Index:
    """``base[index]``."""

    base: "Term"
    index: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class Member:
    """``base.name`` or ``base->name``, as ``sign`` says."""

    base: "Term"
    sign: str
    name: str
    at: int


@dataclass(frozen=True, slots=True)
class Dereference:
    """``*pointer``."""

    pointer: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class AddressOf:
    """``&of``."""

    of: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class Cast:
    """``(type) of``."""

    type: str
    of: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class Unary:
    """``-of``, ``+of`` or ``~of``."""

    sign: str
    of: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class Binary:
    """Arithmetic: ``left sign right``."""

    sign: str
    left: "Term"
    right: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class Choice:
    """``condition ? then : otherwise``, of terms."""

    condition: "Predicate"
    then: "Term"
    otherwise: "Term"
    at: int


@dataclass(frozen=True, slots=True)
class Truth:
    """A predicate in parentheses where a term could stand: 1 if it holds, else 0."""

    predicate: "Predicate"
    at: int


Term = (
    Name
    | Number
    | Verbatim
    | Result
    | Old
    | Index
    | Member
    | Dereference
    | AddressOf
    | Cast
    | Unary
    | Binary
    | Choice
    | Truth
)


# ---- predicates


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left sign right``; a chain ``a <= b < c`` is a conjunction of these."""

    sign: str
    left: Term
    right: Term
    at: int


@dataclass(frozen=True, slots=True)
class Holds:
    """A term as a predicate: it is not zero."""

    term: Term
    at: int


@dataclass(frozen=True, slots=True)
class Not:
    """``!of``."""

    of: "Predicate"
    at: int


class Connective(Enum):
    """How two predicates are joined."""

    AND = "&&"
    OR = "||"
    IMPLIES = "==>"
    IFF = "<==>"
    XOR = "^^"


@dataclass(frozen=True, slots=True)
class Joined:
    """``left connective right``; right is looked at only if left leaves it open."""

    connective: Connective
    left: "Predicate"
    right: "Predicate"
    at: int


@dataclass(frozen=True, slots=True)
class Quantified:
    r"""``\forall integer variable; least <= variable <= most ==> body``, or ``\exists integer variable; least <= variable <= most && body``."""

    is_universal: bool
    variable: str
    least: Term
    is_least_included: bool
    most: Term
    is_most_included: bool
    body: "Predicate"
    at: int


@dataclass(frozen=True, slots=True)
class Valid:
    r"""``\valid(pointer + (first..last))``: these elements can be read, and written if ``is_writable``."""

    pointer: Term
    first: Term | None
    last: Term | None
    is_writable: bool
    at: int


@dataclass(frozen=True, slots=True)
class Constant:
    r"""``\true`` or ``\false``."""

    value: bool
    at: int


Predicate = Comparison | Holds | Not | Joined | Quantified | Valid | Constant


# ---- clauses


class Role(Enum):
    """What a predicate of an annotation is for."""

    REQUIRES = "requires"
    ENSURES = "ensures"
    INVARIANT = "loop invariant"
    ASSERT = "assert"


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate that has to hold; ``text`` is how it is written, on one line, and ``at`` where it begins."""

    role: Role
    predicate: Predicate
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Location:
    """Memory that may be assigned: the object that ``base`` stands for, or elements ``base[first..last]``."""

    base: Term
    first: Term | None
    last: Term | None
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Assigns:
    r"""``assigns``: nothing else is changed by the function; no locations for ``\nothing``."""

    locations: tuple[Location, ...]
    at: int


Clauses = tuple[Clause | Assigns, ...]


def parts_of(node: Term | Predicate) -> Iterator[Term | Predicate]:
    """The terms and predicates right below ``node``."""
    for each in fields(node):
        part = getattr(node, each.name)
        if isinstance(part, Term | Predicate):
            yield part


def nodes_of(node: Term | Predicate) -> Iterator[Term | Predicate]:
    """``node`` and all that is below it."""
    pending = [node]
    while pending:
        here = pending.pop()
        yield here
        pending.extend(parts_of(here))


def names_in(node: Term | Predicate) -> set[str]:
    """The variables that ``node`` mentions, also those that it binds."""
    return {each.name for each in nodes_of(node) if isinstance(each, Name)}


def bound_in(node: Term | Predicate) -> set[str]:
    """The variables that quantifiers in ``node`` bind."""
    return {each.variable for each in nodes_of(node) if isinstance(each, Quantified)}


def mentions_call(node: Term | Predicate) -> Old | Result | None:
    """Something in ``node`` that only makes sense where a function has ended."""
    return next((each for each in nodes_of(node) if isinstance(each, Old | Result)), None)
