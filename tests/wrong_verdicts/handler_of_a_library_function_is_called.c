// expect: unknown why=approximation property=unreach-call flags="--engine track"
// 2026-11-19: reported safe by `track`, which assumes that functions without a body do not call functions of the program; `signal` and `raise` are known to do
#include <signal.h>
extern void reach_error(void);
static volatile int s;
static void handler(int number) { s = number; }
int main(void) {
  signal(SIGINT, handler);
  s = 0;
  raise(SIGINT);
  if (s)
    reach_error();
}
