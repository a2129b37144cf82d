// expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
  char a[6] = "xxxxx";
  strncpy(a, "ab", 4);
  assert(a[1] == 'b' && a[3] == 0 && a[4] == 'x');
}
