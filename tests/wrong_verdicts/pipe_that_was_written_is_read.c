// expect: unknown why=approximation flags="--engine bmc"
// 2026-11-18: reported unsafe, because data read from a pipe were independent of the data written to it
#include <assert.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char byte;
  if (pipe(ends) == 0 && write(ends[1], "a", 1) == 1 && read(ends[0], &byte, 1) == 1)
    assert(byte == 'a');
}
