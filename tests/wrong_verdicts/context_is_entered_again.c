// expect: unknown why=approximation property=unreach-call
// 2026-11-20: said safe, because setcontext was assumed to have no effect on control
#include <ucontext.h>
extern void reach_error(void);
int main(void) {
  ucontext_t context;
  volatile int times = 0;
  getcontext(&context);
  times++;
  if (times == 2)
    reach_error();
  if (times < 2)
    setcontext(&context);
}
