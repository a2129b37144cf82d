// expect: unsafe line=9
extern void __CPROVER_assume(_Bool);
extern void __CPROVER_assert(_Bool, const char *);
extern int nondet_int(void);

int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x < 10);
  __CPROVER_assert(x < 9, "x is small");
}
