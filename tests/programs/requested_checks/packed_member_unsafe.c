// expect: unsafe line=7 property=alignment
struct __attribute__((packed)) record { char tag; int value; };
static struct record all[3];
int main(void) {
    int *inside = &all[1].value;
    all[1].value = 2;
    return *inside;
}
