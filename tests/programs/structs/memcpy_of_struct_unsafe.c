// expect: unsafe line=13
#include <assert.h>
#include <string.h>
struct Record {
  char name[3];
  int number;
  double weight;
};

int main(void) {
  struct Record a = {"ab", 7, 2.5}, b;
  memcpy(&b, &a, sizeof a);
  assert(b.name[1] == 'b' && b.number == 8 && b.weight == 2.5);
}
