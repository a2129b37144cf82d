// expect: unsafe line=11 property=default
#include <stdio.h>
static void finish(FILE **stream) { fclose(*stream); }

int main(void) {
  FILE *first = fopen("first", "w"), *second = tmpfile();
  if (first == 0 || second == 0)
    return 1;
  finish(&first);
  char text[4];
  fgets(text, 4, first);
  fgets(text, 4, second);
  finish(&second);
}
