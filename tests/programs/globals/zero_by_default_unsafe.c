// expect: unsafe line=10
#include <assert.h>
int counter;
static struct {
  int a[3];
  char *p;
} record;

int main(void) {
  assert(counter == 0 && record.a[2] == 0 && record.p == (char *)1);
}
