// expect: unsafe line=13 violates=valid-deref property=valid-memsafety
int *kept;

int main(void) {
    int count = 1, sum = 0;
    int first[2];
    first[1] = 7;
again:;
    int outer[count];
    outer[count - 1] = count;
    kept = outer;
inner:
    sum += kept[count - 1];
    {
        int second[count + 1];
        second[count] = sum;
        kept = second;
        sum += kept[count];
        kept = sum < 2 ? outer : second;
        if (sum < 3)
            goto inner;
        if (++count < 3)
            goto again;
    }
    kept = first;
    return kept[1] & 0;
}
