// expect: unknown why=nothing-checked property=default
// 2026-11-19: said that the loop never ends, but the function may modify the variable.
int is_ready;
extern void wait_a_little(void);
int main(void) {
  while (!is_ready)
    wait_a_little();
  return 0;
}
