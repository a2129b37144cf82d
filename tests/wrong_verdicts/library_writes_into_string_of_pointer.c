// expect: unknown why=approximation
// 2026-11-20: said safe, because getsubopt was assumed to write only to the pointers that it gets.
int getsubopt(char **options, char *const *known, char **value);
void reach_error(void);

int main(void) {
    char text[] = "ro,rw", *options = text, *value;
    char *const known[] = {"ro", "rw", 0};
    getsubopt(&options, known, &value);
    if (text[2] == 0) reach_error();
}
