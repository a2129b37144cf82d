// expect: safe
/* The function without body changes no variable whose address it is not given. */
extern void reach_error(void);
extern int snprintf(char *, unsigned int, const char *, ...);
static int calls;

int main(void) {
  char text[8] = "";
  calls = 1;
  int written = snprintf(text, 8U, "%d", 5);
  calls += written > 7;
  if (calls < 1 || calls > 2)
    reach_error();
  return 0;
}
