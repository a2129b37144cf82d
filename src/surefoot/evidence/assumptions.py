"""Assumptions about programs that a proof of unreach-call may rest on; verdicts name them."""

from enum import Enum


class Assumption(Enum):
    """Assumption about all runs, in the words of reports."""

    WRITES = "every write and every call through a pointer has the target from whose address the pointer was computed"
    EXTERNAL_FUNCTIONS = (
        "functions without a body modify no global variable by its name and call no function of the program"
    )
    OPERATIONS = "no operation is undefined, such as a division by zero or an excessive shift"
