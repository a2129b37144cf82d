"""Terms and scripts as SMT-LIB 2.6 text, and back."""

from surefoot.logic.smtlib.names import distinct_names, unquoted
from surefoot.logic.smtlib.parser import Annotation, Parser, Script, parse_script, parse_term
from surefoot.logic.smtlib.printer import (
    print_conversions,
    print_definitions,
    print_script,
    print_sort,
    print_term,
    print_terms,
)
from surefoot.logic.smtlib.reader import Atom, Expression, Group, problem, read_expressions

__all__ = [
    "Annotation",
    "Atom",
    "Expression",
    "Group",
    "Parser",
    "Script",
    "distinct_names",
    "parse_script",
    "parse_term",
    "print_conversions",
    "print_definitions",
    "print_script",
    "print_sort",
    "print_term",
    "print_terms",
    "problem",
    "read_expressions",
    "unquoted",
]
