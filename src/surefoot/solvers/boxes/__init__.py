"""Sets of floats as intervals whose ends the machine computes, and terms over them: what the solver `boxes` is made of."""
