// expect: unsafe line=16
#include <assert.h>
struct Large {
  int data[9];
};

static struct Large filled(int with) {
  struct Large l;
  for (int i = 0; i < 9; i++)
    l.data[i] = with + i;
  return l;
}

int main(void) {
  struct Large a = filled(10), b = filled(20);
  assert(a.data[8] == 18 && b.data[8] == 18);
}
