// expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
  char a[8];
  strcpy(a, "abc");
  strcat(a, "de");
  assert(strcmp(a, "abcde") == 0 && strcmp("a", "b") < 0 && strncmp("abx", "aby", 2) == 0);
}
