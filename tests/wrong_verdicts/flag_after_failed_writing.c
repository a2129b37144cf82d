// expect: safe
// 2026-11-18: reported unsafe, because a failed write did not set the error indicator
#include <assert.h>
#include <stdio.h>
int main(void) {
  if (fputs("text", stdout) < 0)
    assert(ferror(stdout));
}
