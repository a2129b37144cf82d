// expect: unsafe line=5 property=default flags="--modular"
// 2026-11-18: reported safe, because a contract replaced a function that ends the program, so that its leak was missed.
#include <stdlib.h>
/*@ assigns \nothing; ensures \false; */
void die(void) { abort(); }
int main(int argc, char **argv) {
    int *p = malloc(sizeof *p);
    (void)argv; if (argc > 3) { p = 0; die(); }
    free(p); return 0;
}
