// expect: unsafe line=12 property=unreach-call
// 2026-11-20: said safe, because madvise kept contents for MADV_FREE
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
extern void reach_error(void);
int main(void) {
  _Alignas(4096) static char page[4096];
  page[0] = 1;
  madvise(page, sizeof page, MADV_FREE);
  if (page[0] != 1)
    reach_error();
}
