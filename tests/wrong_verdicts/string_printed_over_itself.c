// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because overlap of the target with printed strings was not checked
#include <stdio.h>
int main(void) {
  char text[16] = "abcdef";
  snprintf(text, sizeof text, "%s!", text);
}
