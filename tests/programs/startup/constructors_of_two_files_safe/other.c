extern int shared;
__attribute__((constructor)) static void prepare(void) { shared += 2; }
