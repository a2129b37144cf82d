// expect: unknown why=approximation property=unreach-call
// 2026-11-20: said unsafe, because the value of a semaphore was any that the environment might choose
#include <semaphore.h>
extern void reach_error(void);
int main(void) {
  sem_t semaphore;
  int value;
  if (sem_init(&semaphore, 0, 1) != 0 || sem_getvalue(&semaphore, &value) != 0)
    return 0;
  if (value != 1)
    reach_error();
}
