// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[8] = "aaa", other[8] = "aaa";
  fgets(line, sizeof line, stdin);
  assert(other[0] == 'a');
}
