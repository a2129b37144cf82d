// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because the appended string was assumed to keep its terminator
#include <string.h>
int main(void) {
  char text[16] = "abcdef";
  strncat(text, text, 3);
}
