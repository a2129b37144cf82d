// expect: safe
// 2026-11-18: said unsafe, because a stream could be at its end after a character came that no other had to follow
#include <assert.h>
#include <stdio.h>
int main(void) {
  char c;
  if (scanf("%c", &c) == 1)
    assert(!feof(stdin));
}
