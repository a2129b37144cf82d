// expect: unsafe line=7 violates=termination property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    float f = 1.0f;
    while (f < 10) f += 1e-9f;
}
