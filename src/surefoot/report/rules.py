"""Rules: the kinds of violations, with their CWE, explanation and severity."""

from typing import Final

from surefoot.base.records import dataclass
from surefoot.report.document import ViolationEntry

PROPERTY: Final = "property"
"""Rule of verdicts about a whole function or program whose single checks are not known."""


@dataclass(frozen=True, slots=True)
class FindingRule:
    """A kind of violation; ``severity`` is on the scale of CVSS, from 0 to 10."""

    identifier: str
    title: str
    explanation: str
    advice: str
    cwe: int
    severity: float

    @property
    def help(self) -> str:
        """Explanation and advice for the reader of a finding."""
        return f"{self.explanation} {self.advice}"


_RULES: Final = (
    FindingRule(
        "null-dereference",
        "Null pointer dereference",
        "The program reads, writes or calls through a null pointer, which is undefined behaviour.",
        "Compare the pointer with NULL first, or state in the contract of the function that it is not null.",
        476,
        6.5,
    ),
    FindingRule(
        "out-of-bounds-read",
        "Out-of-bounds read",
        "The program reads memory outside of the object that the pointer points into.",
        "Check the index against the number of elements, and allocate room for the terminating null character.",
        125,
        7.1,
    ),
    FindingRule(
        "out-of-bounds-write",
        "Out-of-bounds write",
        "The program writes memory outside of the object that the pointer points into.",
        "Check the index against the number of elements before the write.",
        787,
        8.8,
    ),
    FindingRule(
        "use-after-free",
        "Use after free",
        "The program accesses an object that was freed before.",
        "Set pointers to NULL when their object is freed, and leave the error path after the release.",
        416,
        8.8,
    ),
    FindingRule(
        "use-after-scope",
        "Use of an object after its lifetime",
        "The program accesses a variable whose block or function has ended.",
        "Give the object a longer lifetime, or copy its value.",
        825,
        7.8,
    ),
    FindingRule(
        "constant-write",
        "Write to a constant object",
        "The program modifies an object that is defined with const, or a string literal.",
        "Copy the object before it is modified.",
        758,
        5.3,
    ),
    FindingRule(
        "invalid-dereference",
        "Invalid memory access",
        "Every read and write needs a valid pointer: into a live object with enough bytes.",
        "Follow the pointer in the run to the place where it gets its value.",
        119,
        7.5,
    ),
    FindingRule(
        "double-free",
        "Double free",
        "The program frees an object that was freed before.",
        "Free each object once, at the end of its owner's lifetime.",
        415,
        8.1,
    ),
    FindingRule(
        "invalid-free",
        "Invalid free",
        "The argument of free or realloc is not the start of a live object from malloc, calloc or realloc.",
        "Pass the pointer that the allocation returned.",
        763,
        7.5,
    ),
    FindingRule(
        "memory-leak",
        "Memory leak",
        "An allocated object is neither freed nor pointed to when the program ends.",
        "Free the object on every path, including error paths.",
        401,
        3.7,
    ),
    FindingRule(
        "unfreed-memory",
        "Memory not freed at program end",
        "An allocated object is not freed when the program ends.",
        "Free the object before the program ends.",
        401,
        2.0,
    ),
    FindingRule(
        "signed-overflow",
        "Signed integer overflow",
        "The result of a signed operation is outside of the range of its type, which is undefined behaviour.",
        "Check the operands first, use a wider type, or __builtin_add_overflow and its relatives.",
        190,
        6.2,
    ),
    FindingRule(
        "unsigned-overflow",
        "Unsigned integer overflow",
        "The result of an unsigned operation wraps around.",
        "Check the operands first if the sum or product is a size or an index.",
        190,
        5.0,
    ),
    FindingRule(
        "division-by-zero",
        "Division by zero",
        "The divisor of / or % is zero, which is undefined behaviour.",
        "Compare the divisor with zero first.",
        369,
        5.5,
    ),
    FindingRule(
        "division-overflow",
        "Signed division overflow",
        "The least value of a signed type is divided by -1, and the quotient is outside of the range of the type.",
        "Handle the divisor -1 separately.",
        190,
        5.0,
    ),
    FindingRule(
        "shift",
        "Shift amount out of range",
        "The amount of a shift is negative, or not less than the width of the shifted operand.",
        "Check the amount, and shift unsigned operands.",
        1335,
        4.3,
    ),
    FindingRule(
        "conversion",
        "Conversion out of range",
        "A number is converted to an integer type that cannot represent it, which is undefined behaviour.",
        "Check the range before the conversion.",
        681,
        4.3,
    ),
    FindingRule(
        "value-change",
        "Implicit conversion changes the value",
        "An implicit conversion to another integer type does not preserve the value.",
        "Use a type that represents all values, or an explicit cast if the change is intended.",
        197,
        4.0,
    ),
    FindingRule(
        "array-index",
        "Array index out of bounds",
        "The index is outside of the bounds of the declared array, even if the address is inside a larger object.",
        "Check the index against the number of elements.",
        129,
        7.1,
    ),
    FindingRule(
        "uninitialised",
        "Use of an uninitialised variable",
        "A variable is read before it gets a value.",
        "Initialise the variable at its declaration.",
        457,
        5.5,
    ),
    FindingRule(
        "misaligned",
        "Misaligned memory access",
        "The address of a scalar is not a multiple of the alignment of its type, which is undefined behaviour.",
        "Copy the bytes with memcpy.",
        758,
        3.7,
    ),
    FindingRule(
        "nan",
        "NaN result",
        "A floating-point operation on numbers has the result NaN.",
        "Check the operands first.",
        682,
        3.0,
    ),
    FindingRule(
        "float-overflow",
        "Floating-point overflow",
        "The result of an operation or conversion of finite numbers is too large for its type.",
        "Check the operands first, or use a wider type.",
        1339,
        3.0,
    ),
    FindingRule(
        "unreachable",
        "Unreachable program point reached",
        "The program reaches __builtin_unreachable(), or the end of a function whose missing value is used.",
        "Return a value on every path.",
        758,
        5.3,
    ),
    FindingRule(
        "assertion",
        "Assertion failure",
        "The condition of an assertion is false.",
        "Correct the code before the assertion, or the assertion.",
        617,
        5.0,
    ),
    FindingRule(
        "error-call",
        "Call to an error function",
        "The program calls a function that marks an error.",
        "Correct the condition under which the function is called.",
        617,
        5.0,
    ),
    FindingRule(
        "contract",
        "Contract violated",
        "A precondition or postcondition of an ACSL contract is false.",
        "Correct the call or the body, or the contract.",
        573,
        5.0,
    ),
    FindingRule(
        "invariant-established",
        "Loop invariant not established",
        "A stated loop invariant is false when the loop is entered.",
        "Correct the loop invariant, or the code before the loop.",
        573,
        3.0,
    ),
    FindingRule(
        "invariant-preserved",
        "Loop invariant not preserved",
        "A stated loop invariant is true before an iteration and false after it.",
        "Correct or strengthen the loop invariant, or the body of the loop.",
        573,
        3.0,
    ),
    FindingRule(
        "reached",
        "Reachable code",
        "A run reaches a program point that no run should reach.",
        "Follow the run to the condition that lets it pass.",
        561,
        2.0,
    ),
    FindingRule(
        "recursion-depth",
        "Recursion too deep",
        "The recursion is deeper than the stated bound.",
        "Raise the bound, or limit the recursion.",
        674,
        4.0,
    ),
    FindingRule(
        "non-termination",
        "Run without end",
        "A run of the program is infinite.",
        "Follow the run to the loop that repeats, and correct its condition.",
        835,
        5.3,
    ),
    FindingRule(
        PROPERTY,
        "Property of the whole program",
        "The verdict is about all checks of a function or program together.",
        "Read the report for the reason.",
        710,
        5.0,
    ),
)
RULES: Final = {rule.identifier: rule for rule in _RULES}

_MEMORY_ERRORS: Final = (
    ("null pointer", "null-dereference"),
    ("use after free ", "use-after-free"),
    ("use after scope ", "use-after-scope"),
    ("use after return ", "use-after-scope"),
    ("out-of-bounds read", "out-of-bounds-read"),
    ("out-of-bounds write", "out-of-bounds-write"),
    ("which is constant", "constant-write"),
)
"""Rules of invalid memory accesses by their texts."""


def rule_of(violation: ViolationEntry) -> str:
    """Return the rule of ``violation``: the text of a memory error selects its rule."""
    kind, text = violation["kind"], violation["text"]
    if kind == "invalid-dereference":
        return next((rule for part, rule in _MEMORY_ERRORS if part in text), kind)
    if kind == "invalid-free" and text.startswith("double free"):
        return "double-free"
    return rule_of_kind(kind)


def rule_of_kind(kind: str) -> str:
    """Return the rule of a check of ``kind`` that is not violated."""
    return kind if kind in RULES else PROPERTY
