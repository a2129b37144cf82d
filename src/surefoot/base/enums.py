"""Enumerations whose members are plain class attributes: under Python 3.11, members of the standard
library's enumerations are read through a slow descriptor.

Names and semantics are those of `enum`. Members are equal only to themselves and hashed by
identity. Two members never have the same value.
"""
# ruff: noqa: ANN001, ANN204 - functions about any class

from typing import TYPE_CHECKING

__all__ = ("Enum", "IntEnum", "StrEnum")

if TYPE_CHECKING:
    from enum import Enum, IntEnum, StrEnum
else:

    class _EnumType(type):
        """Metaclass of enumerations: an enumeration is a collection of its members."""

        def __new__(meta, name, bases, namespace):
            values = {
                key: value
                for key, value in namespace.items()
                if not (key.startswith("__") or key == "_missing_" or hasattr(value, "__get__"))
            }
            made = super().__new__(meta, name, bases, {k: v for k, v in namespace.items() if k not in values})
            make = next((base.__new__ for base in (int, str) if base in made.__mro__), None)
            made.__members__ = members = {}
            made._by_value = by_value = {}
            for key, value in values.items():
                member = object.__new__(made) if make is None else make(made, value)
                member.name, member.value = key, value
                if by_value.setdefault(value, member) is not member:
                    raise ValueError(f"{name}.{key} has the value of {by_value[value]}")
                members[key] = member
                setattr(made, key, member)
            return made

        def __call__(cls, value):
            """Return the member with ``value``."""
            found = value if value.__class__ is cls else cls._by_value.get(value)
            if found is None:
                found = cls._missing_(value)
            if found is None:
                raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
            return found

        def __getitem__(cls, name):
            return cls.__members__[name]

        def __iter__(cls):
            return iter(cls.__members__.values())

        def __len__(cls) -> int:
            return len(cls.__members__)

        def __bool__(cls) -> bool:
            return True

        def __contains__(cls, member) -> bool:
            return member.__class__ is cls

    class Enum(metaclass=_EnumType):
        """Implement `enum.Enum`."""

        @classmethod
        def _missing_(cls, _value) -> None:
            """Return the member for a value that no member has, if there is one."""

        def __reduce__(self):
            return self.__class__, (self.value,)

        def __repr__(self) -> str:
            return f"<{self.__class__.__name__}.{self.name}: {self.value!r}>"

        def __str__(self) -> str:
            return f"{self.__class__.__name__}.{self.name}"

        def __format__(self, spec) -> str:
            return format(str(self), spec)

    class IntEnum(int, Enum):
        """Implement `enum.IntEnum`."""

        __repr__ = Enum.__repr__
        __str__ = int.__repr__
        __format__ = int.__format__

    class StrEnum(str, Enum):  # noqa: SLOT000 - members have a name and a value
        """Implement `enum.StrEnum`."""

        __repr__ = Enum.__repr__
        __str__ = str.__str__
        __format__ = str.__format__
