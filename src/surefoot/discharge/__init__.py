"""Proof obligations: formulas that must be unsatisfiable, discharged by tactics and solvers. The
judge and engines use it.

Read in this order:
  obligation       obligations, and the result of discharging them
  strategy         the order of tactics for the obligations of a certificate
  solver_portfolio time slices of solvers
  tactics          linear_integers, float_remainders, congruent_products, small_numbers, few_values,
                   exact_ranges, case_by_case, rewriting, ring (with ring_refutation and
                   product_abstraction)
  system_solver    solvers of obligations about one control system, for engines
  limits           every number that can be tuned
"""
