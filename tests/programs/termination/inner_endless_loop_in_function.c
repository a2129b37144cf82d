// expect: unsafe line=6 violates=termination property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void wait(int x) {
    while (x) ;
}
int main(void) {
    for (int i = 0; i < 3; i++) wait(i);
}
