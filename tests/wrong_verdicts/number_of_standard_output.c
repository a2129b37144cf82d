// expect: safe
// 2026-11-18: reported unsafe, because open did not give the lowest number that is free
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  close(1);
  int file = open("file", O_WRONLY);
  assert(file == 1 || file == -1);
}
