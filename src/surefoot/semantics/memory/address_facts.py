"""Layout constraints on the object addresses that formulas mention, collected incrementally."""

from surefoot.logic import Term
from surefoot.semantics.memory.addresses import AddressBook
from surefoot.semantics.memory.objects import MemoryObject


class AddressFacts:
    """Layout constraints for the addresses in formulas; each constraint is returned once.

    Ensures: after ``facts_for(f)``, all facts returned so far cover every address in f and every
        size and allocation guard that these facts mention.
    """

    def __init__(self, book: AddressBook) -> None:
        self._book = book
        self._seen: set[Term] = set()
        self._objects: list[MemoryObject] = []
        self.facts: list[Term] = []

    def facts_for(self, formula: Term) -> list[Term]:
        """Return the layout constraints for ``formula`` that were not returned before."""
        before = len(self.facts)
        todo = [formula]
        seen = self._seen
        while todo:
            term = todo.pop()
            if term in seen:
                continue
            seen.add(term)
            if term.args:
                todo.extend(term.args)
                continue
            known = self._book.object_at(term)
            if known is not None:
                todo += (known.size, known.allocation_guard)
                self.facts.extend(self._book.place(known))
                for other in self._objects:
                    todo.append(self._book.coexist(known, other))
                    self.facts.append(self._book.apart(known, other))
                self._objects.append(known)
        return self.facts[before:]
