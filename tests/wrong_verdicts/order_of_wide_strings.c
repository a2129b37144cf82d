// expect: unsafe line=8 property=unreach-call
// 2026-11-20: said safe, because wcscasecmp returned -1, of which C specifies the sign only, and glibc returns -2
#define _GNU_SOURCE
#include <wchar.h>
extern void reach_error(void);
int main(void) {
  if (wcscasecmp(L"a", L"c") != -1)
    reach_error();
}
