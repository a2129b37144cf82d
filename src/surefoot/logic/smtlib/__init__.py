"""Terms and scripts as SMT-LIB 2.6 text, and back."""

from surefoot.logic.smtlib.parser import Annotation, Script, parse_script, parse_term
from surefoot.logic.smtlib.printer import print_definitions, print_script, print_sort, print_term

__all__ = [
    "Annotation",
    "Script",
    "parse_script",
    "parse_term",
    "print_definitions",
    "print_script",
    "print_sort",
    "print_term",
]
