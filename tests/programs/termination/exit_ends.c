// expect: safe property=termination
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void exit(int);
int main(void) {
    while (1) exit(__VERIFIER_nondet_int());
}
