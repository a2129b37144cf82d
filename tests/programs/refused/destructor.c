// expect: unknown why=not-supported
extern void reach_error(void);
__attribute__((destructor)) static void finish(void) { reach_error(); }

int main(void) { return 0; }
