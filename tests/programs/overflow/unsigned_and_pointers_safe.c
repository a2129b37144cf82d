// expect: safe property=no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    char text[4] = "abc";
    char *end = text + 4;
    x = x * x - 7u;
    x = -x;
    int sum;
    return end - text == 4 && __builtin_add_overflow(2147483647, (int)(x & 1), &sum);
}
