// expect: unknown why=approximation flags="--engine bmc"
// 2026-11-18: said unsafe, because what comes out of a pipe had nothing to do with what went in
#include <assert.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char byte;
  if (pipe(ends) == 0 && write(ends[1], "a", 1) == 1 && read(ends[0], &byte, 1) == 1)
    assert(byte == 'a');
}
