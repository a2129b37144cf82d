// expect: safe property=termination
extern int __VERIFIER_nondet_int(void);
int ack(int m, int n) { if (m==0) return n+1; if (n==0) return ack(m-1,1); return ack(m-1, ack(m,n-1)); }
int main(void) { int m=__VERIFIER_nondet_int(), n=__VERIFIER_nondet_int(); if (m<0||n<0) return 0; return ack(m,n); }
