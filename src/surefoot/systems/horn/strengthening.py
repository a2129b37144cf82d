"""Strengthening of Horn clauses by constraints that all solutions satisfy.

If a clause states q(x) => not R(x), other clauses with R(x) in their bodies get the constraint not
q(x). A solution of the clauses with these constraints excludes q, so that it satisfies the original
clauses; and constraints preserve solutions.
"""

from surefoot.base.records import replace
from surefoot.logic import FALSE, Term, and_, not_, or_, substitute
from surefoot.logic.horn import Clause, HornSystem
from surefoot.systems.horn.rules import rule_of


def strengthened(system: HornSystem) -> HornSystem:
    """Return a system with the same solutions; see the module."""
    failing: dict[str, Term] = {}
    for clause in system.clauses:
        if clause.head is None and len(clause.body) == 1:
            relation = clause.body[0].relation
            rule = rule_of(clause, [system.relations[relation]])
            if not rule.inputs:
                failing[relation] = or_(failing.get(relation, FALSE), rule.guard)
    return replace(system, clauses=tuple(_with_constraints(clause, system, failing) for clause in system.clauses))


def _with_constraints(clause: Clause, system: HornSystem, failing: dict[str, Term]) -> Clause:
    if clause.head is None:
        return clause
    allowed = [
        not_(
            substitute(failing[each.relation], dict(zip(system.relations[each.relation], each.arguments, strict=True)))
        )
        for each in clause.body
        if each.relation in failing
    ]
    return replace(clause, constraint=and_(clause.constraint, *allowed))
