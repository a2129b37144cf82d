// expect: safe
// 2026-11-18: reported unsafe, because open gave two files the same number
#include <assert.h>
#include <fcntl.h>
int main(void) {
  int one = open("one", O_RDONLY), other = open("other", O_RDONLY);
  if (one >= 0 && other >= 0)
    assert(one != other && one > 2 && other > one);
}
