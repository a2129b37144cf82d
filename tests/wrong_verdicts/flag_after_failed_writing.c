// expect: safe
// 2026-11-18: said unsafe, because a stream that could not be written was not broken
#include <assert.h>
#include <stdio.h>
int main(void) {
  if (fputs("text", stdout) < 0)
    assert(ferror(stdout));
}
