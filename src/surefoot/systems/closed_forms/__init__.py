"""Loop acceleration: closed forms of loop variables after k iterations, and the number of
iterations for which they hold.

Read `newton` (polynomials), `term_iterations` (terms), `blocks` (blocks of iterations), then
`acceleration` (accelerated control systems) and `accelerated_unrolling`.
"""
