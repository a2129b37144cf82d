// expect: safe property=array-index
extern unsigned __VERIFIER_nondet_uint(void);
int table[3][5];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 5;
    return table[i][j];
}
