// expect: unsafe line=6 property=default
// 2026-11-18: said safe, because nobody looked at streams
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  return fgetc(file);
}
