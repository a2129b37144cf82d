"""Property-directed reachability (IC3) on control systems: an inductive invariant for each location, or a run to an error."""

from surefoot.engines.ic3.search import property_directed

__all__ = ["property_directed"]
