// expect: unsafe line=5
int table[8];
int main(void) {
    const char *text = "abc";
    //@ assert \valid(table + (1..8)) && !\valid(table + (0..8)) && !\valid_read(table + (-1..0));
    //@ assert \valid_read(text + (0..3)) && !\valid(text) && \valid(&table[7]) && \valid(table + (1..0));
    return text[0] == 'b';
}
