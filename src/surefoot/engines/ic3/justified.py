"""Domain of the program's own comparisons: cubes are weakest preconditions along the path of a
state.
"""

from collections.abc import Iterable

from surefoot.engines.ic3.domain import Lifted
from surefoot.invariants.justification import Preferences, justification
from surefoot.logic import Evaluator, Term
from surefoot.systems.control.system import ControlSystem


class JustifiedDomain:
    """Domain whose literals are computed by `invariants.justification`."""

    def __init__(self, system: ControlSystem) -> None:
        parameters = system.parameters
        self._symbols = {each.name: frozenset((*parameters, *each.symbols)) for each in system.locations}
        self._preferences = Preferences()

    def lifted(self, name: str, formula: Term, state: Evaluator) -> Lifted:
        """Return literals that explain ``formula`` in ``state``; see `Domain`."""
        return Lifted(justification(formula, state, self._symbols[name].__contains__, self._preferences))

    def weaker(self, literal: Term) -> Iterable[Term]:
        """Return nothing: a literal is dropped or kept."""
        del literal
        return ()
