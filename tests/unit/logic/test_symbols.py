"""Identity of variables: by symbol, not by spelling."""

import pytest

from surefoot.logic import BOOL, Symbol, SymbolKind, bit_vector, variable

BYTE = bit_vector(8)


def test_name_resolves_to_the_declared_symbol() -> None:
    term = variable("x", BYTE)
    assert term.payload == Symbol(SymbolKind.DECLARED, "x", 0, "x")
    assert variable(Symbol(SymbolKind.DECLARED, "x", 0, "x"), BYTE) is term
    assert variable(term.payload, BOOL) is variable("x", BOOL) is not term


@pytest.mark.parametrize("kind", SymbolKind)
def test_identity_is_kind_owner_and_number(kind: SymbolKind) -> None:
    term = variable(Symbol(kind, "owner", 7, "x"), BYTE)
    assert str(term) == str(term.payload) == "x"
    assert variable(Symbol(kind, "owner", 7, "y"), BYTE) is term
    others = [Symbol(kind, "owner", 8, "x"), Symbol(kind, "other", 7, "x")]
    others += [Symbol(other, "owner", 7, "x") for other in SymbolKind if other is not kind]
    assert term not in [variable(other, BYTE) for other in others]
    assert variable("x", BYTE) is not term


def test_keys_are_injective() -> None:
    """No choice of owners gives two symbols one key."""
    symbols = [
        Symbol(kind, owner, number, "x")
        for kind in SymbolKind
        for owner in ("", "x", "0 x", "choice 1 x", "1 1 x")
        for number in (-1, 0, 1, 11)
    ]
    assert len({symbol.key for symbol in symbols}) == len(symbols)
