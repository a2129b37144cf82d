// expect: unsafe line=10 property=assertions
// 2026-11-18: reported safe, because the characters of a wide literal were treated as those of a format
#include <assert.h>
#include <stdio.h>
#include <wchar.h>

int main(void) {
  char text[10];
  int length = sprintf(text, (const char *)L"ab");
  assert(length == 2);
}
