// expect: unsafe line=7 property=unreach-call
// 2026-11-20: said safe, because iswalpha returned 1, and glibc returns 1024
#include <wctype.h>
extern void reach_error(void);
int main(void) {
  if (iswalpha(L'a') != 1)
    reach_error();
}
