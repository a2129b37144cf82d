// expect: safe
#include <assert.h>
__thread _Bool flag = 0;
_Thread_local int number = 4;

int main(void) {
  flag = 1;
  assert(flag && number == 4);
}
