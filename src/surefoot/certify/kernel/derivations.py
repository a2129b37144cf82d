"""Checks that a run of the program that Horn clauses are is a derivation of false, by the clauses themselves."""

from surefoot.certify.verdicts import Derived
from surefoot.logic.derivations import without_repetition, wrong_step
from surefoot.program.trace import Trace
from surefoot.systems.formats.model import HornFile
from surefoot.systems.horn.program import derivation_of


def checked_derivation(file: HornFile, trace: Trace) -> tuple[Derived, ...] | str:
    """What the run with the choices of ``trace`` derives, nothing twice; or why it is no derivation of false.

    Requires  the run ends
    """
    system = file.system
    derivation = derivation_of(file, trace)
    wrong = wrong_step(system, derivation)
    if wrong is not None:
        return wrong
    shorter = without_repetition(system, derivation)
    return tuple(
        Derived(
            None if head is None else head.relation,
            () if head is None else head.values,
            () if head is None else tuple(each.sort for each in system.relations[head.relation]),
            file.spans[step.clause],
            step.premises,
        )
        for step, head in zip(shorter.steps, shorter.heads(system), strict=True)
    )
