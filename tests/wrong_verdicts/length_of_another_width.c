// expect: unknown why=approximation property=unreach-call
// 2026-11-20: said unsafe, because a library function declared with another result was taken for one of the program with any result
extern void reach_error(void);
int strlen(const char *);
int main(void) {
  if (strlen("abc") != 3)
    reach_error();
}
