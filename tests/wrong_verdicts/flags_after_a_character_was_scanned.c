// expect: safe
// 2026-11-18: reported unsafe, because a stream could be at its end after the last character was read
#include <assert.h>
#include <stdio.h>
int main(void) {
  char c;
  if (scanf("%c", &c) == 1)
    assert(!feof(stdin));
}
