// expect: unknown why=not-supported
#include <pthread.h>
extern void reach_error(void);
static void *body(void *argument) {
  reach_error();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, body, 0);
}
