"""Bounded model checking: `engine` raises the bound, `bounded_search` checks one bound."""
