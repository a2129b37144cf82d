; z3 5.4.0: the goal below has no formula left, as if it were true. It should be equivalent to (bvult x #b1).
(declare-const x (_ BitVec 1))
(assert (bvult x #b1))
(apply qe2)
