// expect: unsafe line=6 property=default
// 2026-11-18: said safe, because printing to a string did not look where the strings are that are printed
#include <stdio.h>
int main(void) {
  char text[16] = "abcdef";
  snprintf(text, sizeof text, "%s!", text);
}
