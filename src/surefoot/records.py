"""Dataclasses that are made four times as fast: what every command of surefoot waits for first.

`dataclass` is the standard library's for whoever uses it and for type checkers. The library writes and compiles up to six functions for each class; here all
but ``__init__`` are shared, or made without compiling. A short check took a third of its time for that.
"""
# ruff: noqa: ANN001, ANN201, ANN401, N807 - functions about any class

from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses as _library

    def dataclass(*, frozen=False, slots=False, eq=True, order=False, unsafe_hash=False):
        """As `dataclasses.dataclass`; rare options are left to the library."""
        if order or unsafe_hash:
            return _library.dataclass(frozen=frozen, slots=slots, eq=eq, order=order, unsafe_hash=unsafe_hash)

        def make(cls: type) -> type:
            made = _library.dataclass(init=False, repr=False, eq=False, match_args=False, slots=slots)(cls)
            _add_methods(made, _library.fields(made), frozen=frozen, eq=eq)
            if frozen and slots:
                made.__getstate__, made.__setstate__ = _state, _restore
            return made

        return make

    def _add_methods(cls: type, found: tuple[Any, ...], *, frozen: bool, eq: bool) -> None:
        own = cls.__dict__
        cls.__match_args__ = tuple(each.name for each in found if each.init)
        cls.__init__ = _initialiser(cls, found, frozen=frozen)
        if "__repr__" not in own:
            cls.__repr__ = _representation(tuple(each.name for each in found if each.repr))
        if eq:
            key = _key(tuple(each.name for each in found if each.compare))
            if "__eq__" not in own:
                cls.__eq__ = _equality(key)
            if own.get("__hash__") is None:
                cls.__hash__ = _hash(key) if frozen else None
        if frozen:
            cls.__setattr__ = _refuse
            cls.__delattr__ = _refuse

    def _initialiser(cls: type, found: tuple[Any, ...], *, frozen: bool) -> Any:
        known: dict[str, Any] = {"MISSING": _library.MISSING, "set_": object.__setattr__}
        parameters, lines = [], []
        for each in found:
            name, value = each.name, each.name
            if each.default is not _library.MISSING:
                known[f"default_{name}"] = each.default
                parameters.append(f"{name}=default_{name}")
            elif each.default_factory is not _library.MISSING:
                known[f"factory_{name}"] = each.default_factory
                parameters.append(f"{name}=MISSING")
                value = f"factory_{name}() if {name} is MISSING else {name}"
            else:
                parameters.append(name)
            if not each.init:
                parameters.pop()
                if value == name and each.default is _library.MISSING:
                    continue
                value = f"factory_{name}()" if value != name else f"default_{name}"
            lines.append(f"set_(self,{name!r},{value})" if frozen else f"self.{name}={value}")
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        text = f"def __init__(self,{','.join(parameters)}):\n " + "\n ".join(lines or ["pass"])
        exec(text, known)  # noqa: S102 - the text is made of names of fields
        made = known["__init__"]
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        made.__annotations__ = {each.name: each.type for each in found if each.init} | {"return": None}
        return made

    def _key(names: tuple[str, ...]) -> Any:
        if len(names) == 1:
            one = attrgetter(names[0])
            return lambda self: (one(self),)
        return attrgetter(*names) if names else lambda _self: ()

    def _equality(key: Any) -> Any:
        def __eq__(self: object, other: object) -> bool:
            return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

        return __eq__

    def _hash(key: Any) -> Any:
        def __hash__(self: object) -> int:
            return hash(key(self))

        return __hash__

    def _representation(names: tuple[str, ...]) -> Any:
        def __repr__(self: object) -> str:
            told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{self.__class__.__qualname__}({told})"

        return __repr__

    def _state(self: object) -> list[object]:
        return [getattr(self, each.name) for each in _library.fields(self)]

    def _restore(self: object, state: list[object]) -> None:
        for each, value in zip(_library.fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)

    def _refuse(self: object, name: str, *_value: object) -> None:
        raise _library.FrozenInstanceError(f"cannot change field {name!r} of {type(self).__name__}")


__all__ = ["dataclass"]
