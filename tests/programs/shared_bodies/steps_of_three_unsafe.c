// expect: unsafe line=6 flags="--engine euf --calls wait"
#include <assert.h>
int i;
static void loop(void) {
    do i += 3; while (i < 5);
    assert(i < 6);
}
int main(void) {
    i = 0; loop();
    i = 0; loop();
    i = 0; loop();
    return 0;
}
