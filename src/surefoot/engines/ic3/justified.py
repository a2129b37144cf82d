"""The domain of comparisons that the program itself makes: cubes are weakest preconditions along the path that a state takes."""

from collections.abc import Iterable

from surefoot.engines.ic3.domain import Lifted
from surefoot.invariants.justification import Preferences, justification
from surefoot.logic import Evaluator, Term
from surefoot.systems.control.system import ControlSystem


class JustifiedDomain:
    """Literals are those that `justification` finds."""

    def __init__(self, system: ControlSystem) -> None:
        parameters = system.parameters
        self._symbols = {each.name: frozenset((*parameters, *each.symbols)) for each in system.locations}
        self._preferences = Preferences()

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Why ``formula`` is true in ``state``; see `Domain`."""
        return Lifted(justification(formula, state, self._symbols[name].__contains__, self._preferences))

    def weaker(self, literal: Term) -> Iterable[Term]:
        """None: the literal is dropped, or it stays."""
        del literal
        return ()
