// expect: unsafe line=12 property=valid-memsafety
// 2026-11-17: reported safe, because variable-length arrays were assumed to live until their function returns
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p, n = __VERIFIER_nondet_int() & 3;
    {
        int array[n + 1];
        array[0] = 1;
        p = array;
    }
    return *p & 0;
}
