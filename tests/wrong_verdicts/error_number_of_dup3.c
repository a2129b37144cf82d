// expect: unsafe line=10 property=unreach-call
// 2026-11-20: said safe, because dup3 and writev did not set errno for negative arguments
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
  errno = 0;
  if (dup3(0, -1, 0) < 0 && errno != 0)
    reach_error();
}
