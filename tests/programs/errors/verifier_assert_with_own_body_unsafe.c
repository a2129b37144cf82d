// expect: unsafe line=7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR:
    reach_error();
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert(x != 7);
}
