// expect: safe property=valid-memsafety
int *kept;

static void keep(int *address) {
    kept = address;
}

int main(void) {
    int count = 2, sum = 0, outer[count];
    outer[0] = 1;
    for (int i = 0; i < 3; i++) {
        int first[count];
        first[0] = i;
        keep(first);
        if (i == 0)
            continue;
        int second[count + 1];
        second[0] = *kept;
        keep(second);
        {
            int third[count];
            third[0] = *kept;
            keep(third);
            sum += *kept;
        }
        keep(second);
        sum += *kept + first[0] + second[0];
    }
    keep(outer);
    return (sum + *kept) & 0;
}
