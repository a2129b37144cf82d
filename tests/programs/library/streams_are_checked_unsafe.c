// expect: unsafe line=10 property=default
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  FILE *log = fopen("log", "a"), *copy = 0;
  if (log == 0)
    puts("no log");
  while (__VERIFIER_nondet_int())
    fprintf(log, "%s\n", "round");
  if (log != stderr)
    copy = freopen("other", "a", log);
  if (copy != 0)
    fputc('x', copy);
  fflush(0);
  fclose(log);
  return 0;
}
