// expect: unknown why=not-supported property=default
// 2026-11-18: said unsafe, because environ was any pointer, like a variable of another file
extern char **environ;

int main(void) {
    return environ[0] != 0;
}
