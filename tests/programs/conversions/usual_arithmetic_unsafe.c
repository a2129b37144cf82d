// expect: unsafe line=7
#include <assert.h>

int main(void) {
  int negative = -1;
  unsigned one = 1;
  assert((negative < one));
}
