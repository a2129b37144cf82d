; McCarthy's function: mc(n) = n - 10 if n > 100, else mc(mc(n + 11)). It is 91 for all n up to 101.
(set-logic HORN)
(declare-fun mc (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (mc n (- n 10)))))
(assert (forall ((n Int) (m Int) (r Int)) (=> (and (<= n 100) (mc (+ n 11) m) (mc m r)) (mc n r))))
(assert (forall ((n Int) (r Int)) (=> (and (mc n r) (<= n 101)) (= r 91))))
(check-sat)
