// expect: safe
// 2026-11-18: reported unsafe, because a closed stream could be read
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  char byte;
  int file = open("file", O_RDONLY);
  if (file >= 0) {
    close(file);
    assert(read(file, &byte, 1) == -1 && close(file) == -1);
  }
}
