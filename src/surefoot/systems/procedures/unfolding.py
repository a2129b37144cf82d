"""Unfolds Horn clauses: a relation that one clause defines is replaced by what defines it."""

from collections.abc import Callable, Sequence

from surefoot.base.records import dataclass, replace
from surefoot.logic import Term, and_, substitute
from surefoot.logic.horn import Application, Clause
from surefoot.systems.control.system import Error


@dataclass(frozen=True, slots=True)
class ProcedureClause:
    """A clause of a program, what it tells readers, and the check that fails if it has no head."""

    clause: Clause
    what: str
    error: Error | None = None


def unfolded(steps: Sequence[ProcedureClause], may_go: Callable[[str], bool]) -> list[ProcedureClause]:
    """``steps`` without those relations that ``may_go``, have one clause that defines them, and are the first in the bodies that they are in.

    Requires  in the body of a clause the first relation has variables for arguments, each but once, and no two clauses on a way without other relations share variables
              but for those whose values are the same for all clauses
    Ensures   formulas for the relations that are left satisfy the result  iff  together with some formulas for the others they satisfy ``steps``
    """
    found = list(steps)
    for relation in dict.fromkeys(step.clause.head.relation for step in steps if step.clause.head is not None):
        if not may_go(relation):
            continue
        defining = [each for each in found if each.clause.head is not None and each.clause.head.relation == relation]
        if len(defining) == 1:
            definition = defining[0].clause
            found = [_resolved(each, definition, relation) for each in found if each is not defining[0]]
    return found


def _resolved(step: ProcedureClause, definition: Clause, relation: str) -> ProcedureClause:
    clause = step.clause
    if not clause.body or clause.body[0].relation != relation or definition.head is None:
        return step
    values = dict(zip(clause.body[0].arguments, definition.head.arguments, strict=True))
    memo: dict[Term, Term] = {}

    def with_values(application: Application) -> Application:
        return Application(
            application.relation, tuple(substitute(term, values, memo) for term in application.arguments)
        )

    body = (*definition.body, *(with_values(each) for each in clause.body[1:]))
    constraint = and_(definition.constraint, substitute(clause.constraint, values, memo))
    head = None if clause.head is None else with_values(clause.head)
    return replace(step, clause=Clause(body, constraint, head))
