"""Documentation of the fields of a dataclass: the strings below them, which Python itself discards."""

import ast
import inspect
import textwrap
from itertools import pairwise


def field_documentation(record: type) -> dict[str, str]:
    """Return the documentation of the fields of ``record`` that have one, by name."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(record)))
    statements = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found: dict[str, str] = {}
    for field, text in pairwise(statements):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return found
