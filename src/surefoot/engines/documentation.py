"""What the options of engines mean: the strings below their fields, which Python itself does not keep."""

import ast
import inspect
import textwrap
from itertools import pairwise

from surefoot.engines.contracts import Engine


def option_meanings(engine: type[Engine]) -> dict[str, str]:
    """The documentation of the options of ``engine``, by the names that users give them."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(engine)))
    statements = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    found: dict[str, str] = {}
    for field, text in pairwise(statements):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            meaning = ast.literal_eval(text.value)
            found[field.target.id.replace("_", "-")] = " ".join(str(meaning).split())
    return found
