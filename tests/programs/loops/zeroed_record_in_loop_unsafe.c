// expect: unsafe line=15 flags="--engine kind"
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct pair { int left; int right; };

int main(void) {
  struct pair pair = {0, 0};
  char marks[12] = {0};
  struct pair *at = &pair;
  while (__VERIFIER_nondet_int()) {
    if (at->left < 6) at->left += 2;
    marks[3] = (char)at->left;
    at->right = at->left;
    assert(pair.left == pair.right && marks[3] == pair.left && pair.left < 6);
  }
}
