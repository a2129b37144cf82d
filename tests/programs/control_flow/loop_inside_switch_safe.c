// expect: safe
#include <assert.h>

int main(void) {
  int n = 0, count = 7, sent = 0;
  switch (count % 4) {
    do {
    case 0:
      sent++;
    case 3:
      sent++;
    case 2:
      sent++;
    case 1:
      sent++;
      n++;
    } while (n < (count + 3) / 4);
  }
  assert(sent == 7);
}
