"""Transition systems with one state vector, as in hardware model checking, and models as programs.

Read `transition_system`, `sequential`, `program_counter` and `cutpoint_relation` (control systems as
transition systems and relations), `relation`, `relation_clauses` and `definitions` (relations solved
for next states), `liveness`, then `model_system`, `model_program` and `model_translation` (models as
control systems and programs).
"""
