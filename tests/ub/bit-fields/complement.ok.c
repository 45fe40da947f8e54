int printf(const char *, ...);
struct s {
    unsigned long x : 33;
} s = {5}, *p = &s;
int main(void) {
    printf("%d\n", ~(unsigned long)p->x > 0x1fffffffful);
    return 0;
}
