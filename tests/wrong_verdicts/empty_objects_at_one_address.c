// expect: unsafe line=8
// 2026-11-16: said safe, because even empty objects were taken to have addresses of their own
extern void reach_error(void);
struct nothing {};
static struct nothing one, other;

int main(void) {
    if ((unsigned long)&one == (unsigned long)&other) reach_error();
    return 0;
}
