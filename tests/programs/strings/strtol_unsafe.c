// expect: unsafe line=8
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *end;
  long value = strtol("12ab", &end, 10);
  assert(value == 12 && *end == 'b');
}
