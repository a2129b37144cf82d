"""Contracts that take memory for valid which no parameter points to: a list behind a global variable, what a member points to, a result.

A proof has the memory of arguments and global variables and no other, so such an assumption leaves out what callers can have; and where a result is taken for valid, what the
function has made or keeps is left out.
"""

from surefoot.frontend.acsl.annotated import Group
from surefoot.frontend.acsl.attachment import FunctionSite
from surefoot.frontend.acsl.syntax import (
    AddressOf,
    Binary,
    Cast,
    Clause,
    Dereference,
    Index,
    Member,
    Name,
    Number,
    Old,
    Predicate,
    Term,
    Valid,
    Verbatim,
    nodes_of,
)


def is_about_other_memory(group: Group) -> bool:
    """Whether a clause of the contract says of another pointer than a parameter, or a place in what that points to, that it is valid."""
    site = group.site
    parameters = site.parameters if isinstance(site, FunctionSite) else ()
    predicates = [each.predicate for each in group.clauses if isinstance(each, Clause)]
    said = (each.pointer for predicate in predicates for each in nodes_of(predicate) if isinstance(each, Valid))
    return not all(_leads_by_parameter(each, parameters) for each in said)


def _leads_by_parameter(pointer: Term | Predicate, parameters: tuple[str, ...] | list[str]) -> bool:
    """Whether ``pointer`` is computed from parameters and constants, without a look into memory, or is the address of a variable."""
    match pointer:
        case Name(name):
            return name in parameters
        case Number() | Verbatim():
            return True
        case Cast(of=of) | Old(of=of):
            return _leads_by_parameter(of, parameters)
        case Binary(left=left, right=right):
            return _leads_by_parameter(left, parameters) and _leads_by_parameter(right, parameters)
        case AddressOf(of):
            return _lies_by_parameter(of, parameters)
        case _:
            return False


def _lies_by_parameter(place: Term | Predicate, parameters: tuple[str, ...] | list[str]) -> bool:
    """The same for the address of ``place``."""
    match place:
        case Name():
            return True
        case Member(base=base, sign="."):
            return _lies_by_parameter(base, parameters)
        case Member(base=base) | Index(base=base) | Dereference(pointer=base):
            return _leads_by_parameter(base, parameters)
        case _:
            return False
