// expect: unsafe line=9
/* On LP64 this is no declaration of the library's function, but one of a function without body. */
extern void reach_error(void);
extern int snprintf(char *, unsigned int, const char *, ...);

int main(void) {
  char text[8] = "";
  if (snprintf(text, 8U, "%d", 5) != 1)
    reach_error();
  return 0;
}
