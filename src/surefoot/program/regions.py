"""Where objects live."""

from enum import Enum


class Region(Enum):
    """What an object is: it decides when it dies, who may write to it and who may free it."""

    FUNCTION = "function"
    CONSTANT = "constant"
    GLOBAL = "global"
    STACK = "stack object"
    HEAP = "heap object"
