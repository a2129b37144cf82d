// expect: unsafe line=19 property=default
// 2026-11-18: reported safe, because a write that may go to an object with a large block, and partly behind its end, changed its last bytes in runs in which it goes elsewhere
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
char source[66000];
char large[70002];
char small[16];
int main(void) {
  int goes_elsewhere = __VERIFIER_nondet_int() == 77777, is_late = __VERIFIER_nondet_int() == 12345;
  large[70001] = 5;
  memcpy(large, source, 66000);
  unsigned long offset = is_late ? 70000 : 0;
  char *written = goes_elsewhere ? small : large + offset;
  if (!goes_elsewhere && is_late)
    return 0;
  *(int *)written = 1;
  if (goes_elsewhere && is_late)
    assert(large[70001] != 5);
  return 0;
}
