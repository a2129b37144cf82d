"""Abstract syntax of annotations: clauses, predicates and terms with their positions (ACSL
reference manual, chapter 2).
"""

from collections.abc import Iterator

from surefoot.base.enums import Enum
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
    """A term copied to C: a floating constant, ``sizeof (type)``."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Result:
    r"""``\result``."""

    at: int


@dataclass(frozen=True, slots=True)
class Old:
    r"""``\old(of)``: the value of ``of`` in the pre-state of the function."""

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
    """``base.name`` or ``base->name``, by ``sign``."""

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
    """A predicate as a term: 1 if it holds, else 0."""

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
    """A term as a predicate: it is nonzero."""

    term: Term
    at: int


@dataclass(frozen=True, slots=True)
class Not:
    """``!of``."""

    of: "Predicate"
    at: int


class Connective(Enum):
    """The connectives of predicates."""

    AND = "&&"
    OR = "||"
    IMPLIES = "==>"
    IFF = "<==>"
    XOR = "^^"


@dataclass(frozen=True, slots=True)
class Joined:
    """``left connective right``; ``right`` is evaluated only if ``left`` does not decide the value."""

    connective: Connective
    left: "Predicate"
    right: "Predicate"
    at: int


@dataclass(frozen=True, slots=True)
class Quantified:
    r"""``\forall integer variable; least <= variable <= most ==> body``, or ``\exists integer
    variable; least <= variable <= most && body``.
    """

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
    r"""``\valid(pointer + (first..last))``: these elements are readable, and writable if
    ``is_writable``.
    """

    pointer: Term
    first: Term | None
    last: Term | None
    is_writable: bool
    at: int


@dataclass(frozen=True, slots=True)
class Separated:
    r"""``\separated(pointer + (first..last), other + (other_first..other_last))``: no byte is in
    both; no bounds for one element.
    """

    pointer: Term
    first: Term | None
    last: Term | None
    other: Term
    other_first: Term | None
    other_last: Term | None
    at: int


@dataclass(frozen=True, slots=True)
class Constant:
    r"""``\true`` or ``\false``."""

    value: bool
    at: int


Predicate = Comparison | Holds | Not | Joined | Quantified | Valid | Separated | Constant


# ---- clauses


class Role(Enum):
    """The kinds of clauses with a predicate."""

    REQUIRES = "requires"
    ENSURES = "ensures"
    INVARIANT = "loop invariant"
    VARIANT = "loop variant"
    """Its predicate is `Holds` of the term that decreases."""
    DECREASES = "decreases"
    """Like a variant, for the nested calls of a function."""
    ASSERT = "assert"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with a predicate; ``text`` is its source on one line."""

    role: Role
    predicate: Predicate
    text: str
    at: int

    @property
    def is_about_behaviors(self) -> bool:
        """True for `complete behaviors` and `disjoint behaviors`."""
        return self.text.startswith(("complete behaviors", "disjoint behaviors"))


@dataclass(frozen=True, slots=True)
class Location:
    """An assignable memory location: the object ``base``, or the elements ``base[first..last]``."""

    base: Term
    first: Term | None
    last: Term | None
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Assigns:
    r"""``assigns``: the function changes no other memory; no locations for ``\nothing``.

    That of a ``behavior`` is about calls for which its assumption holds.
    """

    locations: tuple[Location, ...]
    at: int
    behavior: str = ""


Clauses = tuple[Clause | Assigns, ...]


def parts_of(node: Term | Predicate) -> Iterator[Term | Predicate]:
    """Yield the direct subterms and subpredicates of ``node``."""
    for each in fields(node):
        part = getattr(node, each.name)
        if isinstance(part, Term | Predicate):
            yield part


def nodes_of(node: Term | Predicate) -> Iterator[Term | Predicate]:
    """Yield ``node`` and all its subterms and subpredicates."""
    pending = [node]
    while pending:
        here = pending.pop()
        yield here
        pending.extend(parts_of(here))


def names_in(node: Term | Predicate) -> set[str]:
    """Return the variables in ``node``, free or bound."""
    return {each.name for each in nodes_of(node) if isinstance(each, Name)}
