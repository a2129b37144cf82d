"""Rounds of loops in closed form: what variables are after k rounds, for how many rounds that holds, and where a run is after them."""
