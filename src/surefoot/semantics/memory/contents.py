"""Contents of one object in one state: separate cells, an SMT array once offsets are symbolic,
layers once large blocks were moved, or instances of a pool.

Requires: every read and write lies inside the object.
"""

from surefoot.logic import Sort, Term
from surefoot.semantics.memory.cells import Cells
from surefoot.semantics.memory.elements import Elements
from surefoot.semantics.memory.layers import Layers
from surefoot.semantics.memory.pools import Instances
from surefoot.semantics.memory.strings import Strings, Vector

Contents = Cells | Elements | Layers | Instances | Strings | Vector


def merge_contents(condition: Term, left: Contents, right: Contents, index: Sort) -> Contents:
    """Return ``left`` if ``condition``, else ``right``; both belong to one object."""
    if isinstance(left, Instances) and isinstance(right, Instances):
        return left.merge(condition, right)
    if isinstance(left, Instances) or isinstance(right, Instances):
        raise TypeError("a pool is one everywhere")
    if isinstance(left, Strings | Vector) or isinstance(right, Strings | Vector):
        raise TypeError("strings that a run is given are the same everywhere")
    if isinstance(left, Layers):
        return left.merge(condition, left.beside(right))
    if isinstance(right, Layers):
        return right.beside(left).merge(condition, right)
    if isinstance(left, Cells) and isinstance(right, Cells):
        return left.merge(condition, right)
    as_array = left if isinstance(left, Elements) else right
    size = as_array.element_size if isinstance(as_array, Elements) else 0
    one = left if isinstance(left, Elements) else left.to_elements(index, size)
    other = right if isinstance(right, Elements) else right.to_elements(index, size)
    return one.merge(condition, other)
