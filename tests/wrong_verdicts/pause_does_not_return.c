// expect: unknown why=approximation property=unreach-call
// 2026-11-20: said unsafe, because pause could return although no handler runs
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  pause();
  reach_error();
}
