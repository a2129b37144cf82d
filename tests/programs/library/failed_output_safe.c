// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("file", "w");
  if (file == 0)
    return 0;
  size_t written = fwrite("text", 1, 4, file);
  assert(written == 4 || ferror(file));
  if (written == 4 && fflush(file) == 0)
    assert(!ferror(file));
}
