static int n;
extern void other(void);
void other(void) { n = n == 5 ? 6 : 5; }
