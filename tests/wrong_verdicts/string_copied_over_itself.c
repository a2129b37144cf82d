// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because strings were copied byte by byte whatever they share
#include <string.h>
int main(void) {
  char text[16] = "abcdef";
  strcpy(text, text + 1);
}
