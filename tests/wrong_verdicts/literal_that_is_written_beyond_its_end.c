// expect: unsafe line=5 property=default
// 2026-11-18: reported safe, because bounds of literals were not checked
#include <stdio.h>
int main(void) {
  fwrite("abc", 1, 100, stdout);
}
