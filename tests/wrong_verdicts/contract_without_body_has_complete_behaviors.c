// expect: unsafe line=8 property=default
// 2026-11-20: said safe, because complete behaviors of a function without body were assumed, so no call returned for 0.
int __VERIFIER_nondet_int(void);
void reach_error(void);
/*@ assigns \nothing;
    behavior positive: assumes x > 0; ensures \result == 1;
    behavior negative: assumes x < 0; ensures \result == -1;
    complete behaviors; */
int sign(int x);

int main(void) {
    int x = __VERIFIER_nondet_int();
    sign(x);
    if (x == 0) reach_error();
}
