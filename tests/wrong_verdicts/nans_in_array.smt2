; expect: safe
; 2026-11-17: a concrete run told two NaNs in an array apart, so that the proof was rejected: the logic has one NaN.
(set-logic HORN)
(declare-fun P ((Array Int (_ FloatingPoint 8 24))) Bool)
(assert (forall ((a (Array Int (_ FloatingPoint 8 24)))) (P (store a 0 (fp #b0 #xff #b00000000000000000000001)))))
(assert (forall ((a (Array Int (_ FloatingPoint 8 24)))) (=> (P a) (= a (store a 0 (_ NaN 8 24))))))
(check-sat)
