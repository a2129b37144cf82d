// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because a copy of no bytes touches nothing
#include <string.h>
int main(int argc, char **argv) {
  char text[4], *none = 0;
  memcpy(text, none, argc - argc);
}
