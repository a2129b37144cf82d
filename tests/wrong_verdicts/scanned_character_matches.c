// expect: safe property=assertions
// 2026-11-18: reported unsafe, because %c and %s were assumed to be able to match nothing before input ends
#include <assert.h>
#include <stdio.h>

int main(void) {
  char c, word[10];
  assert(scanf("%c", &c) != 0);
  assert(scanf("%9s", word) != 0);
}
