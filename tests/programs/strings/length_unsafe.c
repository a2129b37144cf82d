// expect: unsafe line=7
#include <assert.h>
#include <string.h>

int main(void) {
  char s[] = "hello";
  assert(strlen(s) == 6 && strlen(s + 2) == 3 && strlen("") == 0);
}
