// expect: unsafe line=5 property=no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int numbers[2] = {x, 2147483647 + 1};
    return numbers[0];
}
