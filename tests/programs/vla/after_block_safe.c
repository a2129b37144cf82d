// expect: safe property=valid-memsafety
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p, n = __VERIFIER_nondet_int() & 3, array[n + 1];
    {
        array[0] = 1;
        p = array;
    }
    return *p & 0;
}
