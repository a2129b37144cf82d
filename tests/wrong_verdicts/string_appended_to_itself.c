// expect: unsafe line=6 property=default
// 2026-11-18: said safe, because what is appended has an end before it is overwritten
#include <string.h>
int main(void) {
  char text[16] = "abcdef";
  strncat(text, text, 3);
}
