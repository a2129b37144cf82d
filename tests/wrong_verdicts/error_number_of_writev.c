// expect: safe property=unreach-call
// 2026-11-20: said unsafe, because dup3 and writev did not set errno for negative arguments
#include <errno.h>
#include <sys/uio.h>
extern void reach_error(void);
int main(void) {
  struct iovec part = {0, 0};
  errno = 0;
  if (writev(1, &part, -1) < 0 && errno == 0)
    reach_error();
}
