// expect: unsafe line=17
#include <assert.h>
struct Large {
  int data[12];
  char tag;
};

static int last(struct Large value) {
  value.data[0] = 99;
  return value.data[11] + value.tag;
}

int main(void) {
  struct Large l = {.tag = 'a'};
  l.data[11] = 5;
  int got = last(l);
  assert(got == 101 && l.data[0] == 0);
}
