// expect: unsafe line=9 property=valid-memsafety
// 2026-11-19: reported safe, because the model of memcmp stopped reading at the first difference; objects have to have as many bytes as are compared (C11 7.24.4.1)
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(3);
  if (text == NULL) return 0;
  if (memcmp(text, "session", 7) == 0) text[0] = 'x';
  free(text);
}
