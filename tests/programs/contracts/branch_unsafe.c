// expect: unsafe line=8
// an assertion before the only statement of a branch belongs to that branch
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int c = __VERIFIER_nondet_int(), d = 0;
    if (c) //@ assert c != 0;
        d = 1;
    else /*@ assert c == 1; */
        d = 2;
    //@ assert (d == 1 <==> c != 0) && (c == 0 ==> d == 2);
    const char *text = "//@ assert 0;"; /* /*@ assert 0; */
#if 0
    //@ this is not ACSL
#endif
    return text[0] == 'x';
}
