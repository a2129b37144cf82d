// expect: unknown why=approximation
// 2026-11-20: said safe, because readv was assumed to write only to the vector that it gets.
#include <sys/uio.h>

void reach_error(void);

int main(void) {
    char buffer[8] = {0};
    struct iovec vector = {buffer, sizeof buffer};
    readv(0, &vector, 1);
    if (buffer[0]) reach_error();
}
