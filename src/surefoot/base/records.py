"""Dataclasses that are created faster than those of the standard library, which dominate the
start-up time.

Names and semantics are those of `dataclasses`, whose functions work with classes created here. The
library compiles up to six methods for each class. Here all methods but ``__init__`` are shared, and
that is compiled for the first object.
"""
# ruff: noqa: ANN001, ANN002, ANN003, ANN201, ANN202, ANN204, N807 - functions about any class

from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

if TYPE_CHECKING:
    from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass, replace
else:
    import operator
    from types import MemberDescriptorType

    class MISSING:
        """Marker of a field without a default."""

    class _Field:
        __slots__ = ("compare", "default", "default_factory", "init", "name", "repr", "type")

        def __init__(self, default, default_factory, init, repr, compare) -> None:
            self.default, self.default_factory = default, default_factory
            self.init, self.repr, self.compare = init, repr, compare

    def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, compare=True):
        """Implement `dataclasses.field`."""
        return _Field(default, default_factory, init, repr, compare)

    def dataclass(*, frozen=False, slots=False, eq=True, order=False, unsafe_hash=False):
        """Implement `dataclasses.dataclass`, without its rare options."""

        def make(cls):
            own = _own_fields(cls)
            inherited = [each for base in cls.__mro__[:0:-1] for each in base.__dict__.get("__record_fields__", ())]
            found = tuple({each.name: each for each in (*inherited, *own)}.values() if inherited else own)
            initialiser = _Initialiser(found, frozen)
            added = {
                "__record_fields__": found,
                "__dataclass_fields__": _LIBRARY_FIELDS,
                "__match_args__": tuple([each.name for each in found if each.init]),
                "__init__": initialiser,
            }
            _add_comparisons(added, cls.__dict__, found, frozen=frozen, eq=eq, order=order, unsafe_hash=unsafe_hash)
            if frozen:
                added["__setattr__"] = added["__delattr__"] = _refuse
                if slots:
                    added["__getstate__"], added["__setstate__"] = _state, _restore
            made = _with_slots(cls, own, added) if slots else _without_marks(cls, own, added)
            initialiser.cls = made
            return made

        return make

    def _own_fields(cls):
        found = []
        known = cls.__dict__
        for name, kind in cls.__annotations__.items():
            if kind is ClassVar or getattr(kind, "__origin__", None) is ClassVar:
                continue
            each = known.get(name, MISSING)
            if each.__class__ is not _Field:
                each = _Field(each, MISSING, True, True, True)  # noqa: FBT003 - as `field`, for most of them
            if each.default.__class__.__hash__ is None:
                raise TypeError(f"the default of {cls.__name__}.{name} can change: give a default_factory")
            each.name, each.type = name, kind
            found.append(each)
        return found

    def _with_slots(cls, own, added):
        """Return the class with slots and the ``added`` attributes; creating a class anew is faster
        than changing it.
        """
        known = {**cls.__dict__, **added}
        for each in own:
            known.pop(each.name, None)
        known.pop("__dict__", None)
        known.pop("__weakref__", None)
        known["__slots__"] = tuple([each.name for each in own])
        known["__qualname__"] = cls.__qualname__
        return type(cls)(cls.__name__, cls.__bases__, known)

    def _without_marks(cls, own, added):
        for each in own:
            if isinstance(cls.__dict__.get(each.name), _Field):
                if each.default is MISSING:
                    delattr(cls, each.name)
                else:
                    setattr(cls, each.name, each.default)
        for name, value in added.items():
            setattr(cls, name, value)
        return cls

    class _Initialiser:
        """A descriptor that compiles ``__init__`` at its first use."""

        __slots__ = ("_fields", "_frozen", "cls")

        def __init__(self, found, frozen) -> None:
            self._fields, self._frozen = found, frozen

        def __get__(self, instance, owner=None):
            made = _initialiser(self.cls, self._fields, frozen=self._frozen)
            self.cls.__init__ = made
            return made.__get__(instance, owner)

    def _initialiser(cls, found, *, frozen):
        known: dict[str, Any] = {"MISSING": MISSING, "set_": object.__setattr__}
        parameters, lines = [], []
        for each in found:
            name, value = each.name, each.name
            if each.default is not MISSING:
                known[f"default_{name}"] = each.default
                parameters.append(f"{name}=default_{name}")
            elif each.default_factory is not MISSING:
                known[f"factory_{name}"] = each.default_factory
                parameters.append(f"{name}=MISSING")
                value = f"factory_{name}() if {name} is MISSING else {name}"
            else:
                parameters.append(name)
            if not each.init:
                parameters.pop()
                if value == name and each.default is MISSING:
                    continue
                value = f"factory_{name}()" if value != name else f"default_{name}"
            lines.append(_assignment(cls, name, value, known) if frozen else f"self.{name}={value}")
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        text = f"def __init__(self,{','.join(parameters)}):\n " + "\n ".join(lines or ["pass"])
        exec(text, known)  # noqa: S102 - the text is made of names of fields
        made = known["__init__"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        made.__annotations__ = {each.name: each.type for each in found if each.init} | {"return": None}
        return made

    def _assignment(cls, name, value, known):
        """Return the statement that sets a field of a frozen object: by the slot itself, which takes
        half as long as `object.__setattr__`, if there is one.
        """
        slot = getattr(cls, name, None)
        if not isinstance(slot, MemberDescriptorType):
            return f"set_(self,{name!r},{value})"
        known[f"set_{name}"] = slot.__set__
        return f"set_{name}(self,{value})"

    def _add_comparisons(added, own, found, *, frozen, eq, order, unsafe_hash) -> None:
        if "__repr__" not in own:
            added["__repr__"] = _representation
        if not eq:
            return
        key = _key([each.name for each in found if each.compare])
        if "__eq__" not in own:
            added["__eq__"] = _comparison(operator.eq, key)
        if own.get("__hash__") is None:
            added["__hash__"] = _hash(key) if frozen or unsafe_hash else None
        if order:
            added["__lt__"], added["__le__"] = _comparison(operator.lt, key), _comparison(operator.le, key)
            added["__gt__"], added["__ge__"] = _comparison(operator.gt, key), _comparison(operator.ge, key)

    def _key(names):
        if len(names) == 1:
            one = operator.attrgetter(names[0])
            return lambda self: (one(self),)
        return operator.attrgetter(*names) if names else lambda _self: ()

    def _comparison(compare, key):
        def method(self, other):
            return compare(key(self), key(other)) if other.__class__ is self.__class__ else NotImplemented

        return method

    def _hash(key):
        def __hash__(self) -> int:
            return hash(key(self))

        return __hash__

    def _representation(self) -> str:
        values = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{self.__class__.__qualname__}({values})"

    def _state(self):
        return [getattr(self, each.name) for each in fields(self)]

    def _restore(self, state) -> None:
        for each, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)

    def _refuse(self, name, *_value) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot change field {name!r} of {type(self).__name__}")

    class _LibraryFields:
        """The attribute by which the standard library recognises dataclasses, computed on demand."""

        def __get__(self, _instance, owner):
            import dataclasses

            described = []
            for each in fields(owner):
                given = {"default": each.default, "default_factory": each.default_factory}
                known = {name: value for name, value in given.items() if value is not MISSING}
                mark = dataclasses.field(init=each.init, repr=each.repr, compare=each.compare, **known)
                described.append((each.name, each.type, mark))
            return dataclasses.make_dataclass(owner.__name__, described, kw_only=True).__dataclass_fields__

    _LIBRARY_FIELDS = _LibraryFields()

    def fields(record):
        """Implement `dataclasses.fields`."""
        return record.__record_fields__

    def is_dataclass(record) -> bool:
        """Implement `dataclasses.is_dataclass` for classes created here."""
        return hasattr(record, "__record_fields__")

    def replace(record, /, **changes):
        """Implement `dataclasses.replace`."""
        for each in record.__record_fields__:
            if each.init and each.name not in changes:
                changes[each.name] = getattr(record, each.name)
        return record.__class__(**changes)

    def asdict(record):
        """Implement `dataclasses.asdict`; values other than records, lists, tuples and dicts are
        not copied.
        """
        return {each.name: _as_data(getattr(record, each.name)) for each in record.__record_fields__}

    def _as_data(value):
        if is_dataclass(value):
            return asdict(value)
        if isinstance(value, dict):
            return {key: _as_data(each) for key, each in value.items()}
        return type(value)(map(_as_data, value)) if isinstance(value, list | tuple) else value


__all__ = ["MISSING", "asdict", "dataclass", "field", "fields", "is_dataclass", "replace"]


class TunableLimits:
    """Base class of the limits of a package: annotated class attributes with defaults.

    Instances are read-only. No code is generated, because most commands load most limits.
    """

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is read-only: {name} = {value}")
