"""Contexts of candidate generation for engines that take turns on one core."""

from threading import Event, Thread

from corpus.small_systems import system_of
from surefoot.base.budget import Budget
from surefoot.invariants.source import Constants, GenerationContext


def test_suspended_computation_does_not_block_other_contexts() -> None:
    started, resumed = Event(), Event()

    def suspended() -> Constants:
        started.set()
        resumed.wait(30)
        return {}

    system = system_of([])
    first = GenerationContext(system, suspended, Budget())
    second = GenerationContext(system, dict, Budget())
    owner = Thread(target=lambda: first.constants, daemon=True)
    other = Thread(target=lambda: second.constants, daemon=True)
    owner.start()
    assert started.wait(30)
    other.start()
    other.join(30)
    is_blocked = other.is_alive()
    resumed.set()
    owner.join(30)
    assert not is_blocked
    assert not owner.is_alive()


def test_constants_are_computed_once() -> None:
    calls = 0

    def counted() -> Constants:
        nonlocal calls
        calls += 1
        return {}

    context = GenerationContext(system_of([]), counted, Budget())
    assert context.constants is context.constants
    assert calls == 1
