// expect: safe
#include <assert.h>
#include <stdlib.h>
struct Tree {
  int key;
  struct Tree *left, *right;
};

static struct Tree *insert(struct Tree *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    t->key = key;
    t->left = t->right = 0;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else {
    t->right = insert(t->right, key);
  }
  return t;
}

int main(void) {
  struct Tree *t = insert(insert(insert(0, 5), 3), 8);
  assert(t->left->key == 3 && t->right->key == 8 && !t->left->left);
}
