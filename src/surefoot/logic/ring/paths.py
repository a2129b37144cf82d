"""Path of a state through a formula: the equations that hold along it, those that do not, and the
conditions of its choices.
"""

from collections.abc import Callable, Sequence

from surefoot.base.records import dataclass, field
from surefoot.logic import BOOL, FALSE, TRUE, Op, Term, bv, bvsub, not_, postorder, substitute
from surefoot.logic.ring.lemmas import Equation

Holds = Callable[[Term], bool]
"""Truth of a formula in the state."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """An equation without choices: true `conditions` resolved those of the original equation
    `stated`.
    """

    stated: Equation
    decided: Equation
    conditions: tuple[Term, ...]


@dataclass(slots=True)
class FormulaPath:
    """Equations and disequations of some formulas in the state."""

    holding: list[Resolved] = field(default_factory=list)
    failing: list[Resolved] = field(default_factory=list)
    products: list[Resolved] = field(default_factory=list)
    """Products in comparisons of the path; each as an equation with itself."""


def path_of(formulas: Sequence[Term], holds: Holds) -> FormulaPath:
    """Return the path of the state through `formulas`, which it satisfies: the comparisons that
    make them true.
    """
    path = FormulaPath()
    seen: set[Term] = set()
    compared: list[Term] = []
    todo = list(reversed(formulas))
    while todo:
        term = todo.pop()
        if term in seen:
            continue
        seen.add(term)
        match term.op:
            case Op.NOT:
                todo.append(term.args[0])
            case Op.AND | Op.OR:
                truth = holds(term)
                todo.extend(each for each in reversed(term.args) if holds(each) == truth)
            case Op.ITE:
                condition, then, otherwise = term.args
                todo += [condition, then if holds(condition) else otherwise]
            case Op.EQ if term.args[0].sort is BOOL:
                todo.extend(term.args)
            case Op.EQ if term.args[0].sort.width:
                todo.extend(reversed(_note(path, Equation(*term.args), holds, truth=holds(term))))
                compared.append(term)
            case Op.BVSLT | Op.BVULT:
                compared.append(term)
            case _:
                pass
    products = [each for each in postorder(compared) if is_product(each)]
    path.products = [resolved(Equation(each, each), holds) for each in products]
    return path


def is_product(term: Term) -> bool:
    """Return whether `term` multiplies two unknowns."""
    return term.op is Op.BVMUL and all(each.op is not Op.CONSTANT for each in term.args)


def _note(path: FormulaPath, equation: Equation, holds: Holds, *, truth: bool) -> tuple[Term, ...]:
    """Add `equation` to `path`, and return the conditions of its choices."""
    found = resolved(equation, holds)
    if truth:
        path.holding.append(found)
        return found.conditions
    path.failing.append(found)
    if equation.left.sort.width == 1:
        other = bvsub(bv(1, 1), equation.right)
        path.holding.append(resolved(Equation(equation.left, other), holds))
    return found.conditions


def resolved(equation: Equation, holds: Holds) -> Resolved:
    """Return `equation` with its choices resolved as in the state."""
    decisions: dict[Term, Term] = {}
    seen: set[Term] = set()
    todo = [equation.left, equation.right]
    while todo:
        term = todo.pop()
        if term in seen or not term.args:
            continue
        seen.add(term)
        if term.op is Op.ITE:
            condition, then, otherwise = term.args
            truth = holds(condition)
            decisions[condition] = TRUE if truth else FALSE
            todo.append(then if truth else otherwise)
        else:
            todo.extend(term.args)
    decided = Equation(substitute(equation.left, decisions), substitute(equation.right, decisions))
    conditions = tuple(each if value is TRUE else not_(each) for each, value in decisions.items())
    return Resolved(equation, decided, conditions)
