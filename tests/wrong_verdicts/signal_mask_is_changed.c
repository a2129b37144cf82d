// expect: safe
// 2026-11-19: said unsafe, because changing the signal mask could fail with valid arguments.
#include <assert.h>
#include <signal.h>
int main(void) {
  sigset_t set;
  sigfillset(&set);
  assert(sigprocmask(SIG_BLOCK, &set, 0) == 0);
  assert(sigprocmask(7, &set, 0) == -1);
  return 0;
}
