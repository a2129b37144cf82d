// expect: unsafe line=13
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int m[3][4] = {{0}};
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 4;
  m[i][j] = 5;
  int sum = 0;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++)
      sum += m[r][c];
  assert(sum == 5 && m[2][3] == 0);
}
