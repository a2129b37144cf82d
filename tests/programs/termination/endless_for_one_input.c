// expect: unsafe line=7 violates=termination property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 5) while (1) ;
}
