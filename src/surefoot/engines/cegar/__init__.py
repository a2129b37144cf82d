"""IC3 with predicate abstraction (IC3-CEGAR: Birgmeier, TU Wien 2013; Birgmeier, Bradley,
Weissenbacher, CAV 2014).

Clauses are over predicates, which single spurious steps refine by interpolants. Read `engine`,
`search`, `blocking`, `abstraction`, `refinement`, `predicates`, `mining`.
"""
