// expect: unsafe line=12
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  int before = -1;
  for (int i = 0; i < 3; i++) {
    int file = open("file", O_RDONLY), copy = dup(file);
    if (file < 0 || copy < 0)
      break;
    assert(file != copy && (before < 0 || file == before + 1));
    before = file;
    close(copy);
    close(file);
  }
}
