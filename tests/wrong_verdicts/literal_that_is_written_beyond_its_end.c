// expect: unsafe line=5 property=default
// 2026-11-18: said safe, because literals were thought to be long enough
#include <stdio.h>
int main(void) {
  fwrite("abc", 1, 100, stdout);
}
