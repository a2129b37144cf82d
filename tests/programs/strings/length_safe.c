// expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
  char s[] = "hello";
  assert(strlen(s) == 5 && strlen(s + 2) == 3 && strlen("") == 0);
}
