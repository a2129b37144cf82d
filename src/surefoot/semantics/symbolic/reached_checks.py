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
    """Some run fails a check iff ``failure`` is satisfiable (in a layout that the address book allows)."""

    failure: Term
    kind: CheckKind
    text: str
    span: Span | None
    function: str

    @property
    def site(self) -> CheckSite:
        """Which check of the program this is."""
        return CheckSite(self.kind, self.function, self.span)


@dataclass(frozen=True, slots=True)
class UnknownValue:
    """Runs that satisfy ``guard`` gave the fresh ``symbol`` to the target of a Havoc."""

    guard: Term
    symbol: Term
    statement: Havoc


@dataclass(frozen=True, slots=True)
class NewObject:
    """Runs that satisfy ``guard`` allocated ``object``."""

    guard: Term
    object: MemoryObject


@dataclass(frozen=True, slots=True)
class NewStrings:
    """Runs that satisfy ``guard`` made ``vector``, and the ``strings`` that it has the addresses of."""

    guard: Term
    vector: MemoryObject
    strings: Strings


SymbolicChoice = UnknownValue | NewObject | NewStrings
