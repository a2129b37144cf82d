// expect: unsafe line=11 property=unreach-call
// 2026-11-20: said safe, because signal was assumed to install handlers without flags
#include <signal.h>
extern void reach_error(void);
static void handler(int number) {}
int main(void) {
  struct sigaction known;
  if (signal(SIGUSR1, handler) == SIG_ERR || sigaction(SIGUSR1, 0, &known) != 0)
    return 0;
  if (known.sa_flags != 0)
    reach_error();
}
