"""Assumptions about programs that a verdict on unreach-call may rest on, and names."""

from surefoot.base.enums import Enum


class Assumption(Enum):
    """Assumption about all runs, in the words of reports."""

    WRITES = (
        "every write and every call through a pointer has the target from whose address the pointer was computed, "
        "and pointers are read and written as a whole or by bytes"
    )
    EXTERNAL_FUNCTIONS = (
        "functions and variables without a definition modify global variables of the program only through pointers "
        "passed to them, point to none of its variables and functions that was not passed to them, and call none of "
        "its functions"
    )
    ARGUMENTS = (
        "a call through a pointer that may be from outside the program passes as many arguments as the called "
        "function has parameters"
    )
    OUTSIDE_MEMORY = "pointers from outside the program, such as results of functions without a body, or without a value point to memory"
    OPERATIONS = "no operation is undefined, such as a division by zero or an excessive shift"
