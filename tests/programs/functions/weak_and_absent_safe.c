// expect: safe
#include <assert.h>
int board_init(int) __attribute__((weak));
extern int option __attribute__((weak));

int main(void) {
  int status = 3;
  if (board_init)
    status = board_init(1);
  assert(status == 3 && &option == 0);
}
