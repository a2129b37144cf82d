"""Results of symbolic execution: conditions to check and choices made."""

from surefoot.base.records import dataclass
from surefoot.base.spans import Span
from surefoot.logic import Term
from surefoot.program.check_sites import CheckSite
from surefoot.program.statements import CheckKind, Havoc
from surefoot.semantics.memory.objects import MemoryObject
from surefoot.semantics.memory.strings import Strings


@dataclass(frozen=True, slots=True)
class ReachedCheck:
    """Reached check: some run fails it iff ``failure`` is satisfiable in an allowed layout."""

    failure: Term
    kind: CheckKind
    text: str
    span: Span | None
    function: str

    @property
    def site(self) -> CheckSite:
        """The site of the check in the program."""
        return CheckSite(self.kind, self.function, self.span)


@dataclass(frozen=True, slots=True)
class UnknownValue:
    """Choice of a Havoc: runs that satisfy ``guard`` assign the fresh ``symbol`` to its target."""

    guard: Term
    symbol: Term
    statement: Havoc


@dataclass(frozen=True, slots=True)
class NewObject:
    """Choice of an Allocate: runs that satisfy ``guard`` allocate ``object``."""

    guard: Term
    object: MemoryObject


@dataclass(frozen=True, slots=True)
class NewStrings:
    """Choice of a MakeStrings: runs that satisfy ``guard`` allocate ``vector`` and the ``strings``
    that it points to.
    """

    guard: Term
    vector: MemoryObject
    strings: Strings


SymbolicChoice = UnknownValue | NewObject | NewStrings
