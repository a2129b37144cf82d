"""IC3-CEGAR (Birgmeier, TU Wien 2013; Birgmeier, Bradley, Weissenbacher, CAV 2014): IC3 whose clauses are over predicates, which are refined one step at a time."""
