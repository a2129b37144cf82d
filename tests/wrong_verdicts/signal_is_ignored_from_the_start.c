// expect: unsafe line=8 property=unreach-call
// 2026-11-20: said safe, because all signals were assumed to have their default handlers at the start
#include <signal.h>
extern void reach_error(void);
static void handler(int number) {}
int main(void) {
  if (signal(SIGINT, handler) == SIG_IGN)
    reach_error();
}
