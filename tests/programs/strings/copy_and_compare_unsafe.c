// expect: unsafe line=9
#include <assert.h>
#include <string.h>

int main(void) {
  char a[8];
  strcpy(a, "abc");
  strcat(a, "de");
  assert(strcmp(a, "abcdf") == 0 && strcmp("a", "b") < 0 && strncmp("abx", "aby", 2) == 0);
}
