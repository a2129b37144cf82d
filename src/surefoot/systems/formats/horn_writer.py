"""Writer of Horn clauses in SMT-LIB: logic HORN as in CHC-COMP, one assertion for each clause."""

from collections.abc import Sequence

from surefoot.base.errors import UnsupportedError
from surefoot.logic import TRUE, Op, Term, UninterpretedSort, postorder
from surefoot.logic.horn import Application, Clause, HornSystem
from surefoot.logic.smtlib import distinct_names, print_conversions, print_sort, print_terms
from surefoot.logic.smtlib.names import written


def write_horn(system: HornSystem, comments: Sequence[str] = ()) -> str:
    """Return the text of ``system``; raises `UnsupportedError` if it uses uninterpreted functions
    or sorts.
    """
    terms = [term for clause in system.clauses for term in _terms(clause)]
    for term in postorder(terms):
        if term.op is Op.APPLY or isinstance(term.sort, UninterpretedSort):
            raise UnsupportedError(f"Horn clauses: {term} is uninterpreted")
    lines = [f"; {comment}" for comment in comments]
    lines.append("(set-logic HORN)")
    for name, parameters in system.relations.items():
        sorts = " ".join(print_sort(each.sort) for each in parameters)
        lines.append(f"(declare-fun {written(name)} ({sorts}) Bool)")
    lines += print_conversions(terms)
    lines += [_assertion(clause, tuple(system.relations)) for clause in system.clauses]
    lines.append("(check-sat)")
    return "\n".join(lines) + "\n"


def _terms(clause: Clause) -> list[Term]:
    """Return the constraint, then the arguments of the body and of the head."""
    applications = clause.body if clause.head is None else (*clause.body, clause.head)
    return [clause.constraint, *(term for each in applications for term in each.arguments)]


def _assertion(clause: Clause, relations: tuple[str, ...]) -> str:
    variables = clause.variables
    names = dict(zip(variables, distinct_names((each.payload for each in variables), relations), strict=True))
    shared, (constraint, *arguments) = print_terms(_terms(clause), names, relations)
    given = iter(arguments)
    body = [_application(each, [next(given) for _ in each.arguments]) for each in clause.body]
    if clause.constraint is not TRUE:
        body.append(constraint)
    head = "false" if clause.head is None else _application(clause.head, list(given))
    text = f"(=> {_conjunction(body)} {head})"
    for name, value in reversed(shared):
        text = f"(let (({name} {value})) {text})"
    if variables:
        bound = " ".join(f"({written(names[each])} {print_sort(each.sort)})" for each in variables)
        text = f"(forall ({bound}) {text})"
    return f"(assert {text})"


def _application(application: Application, arguments: Sequence[str]) -> str:
    name = written(application.relation)
    return f"({name} {' '.join(arguments)})" if arguments else name


def _conjunction(parts: Sequence[str]) -> str:
    if not parts:
        return "true"
    return parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})"
