int printf(const char *, ...);
struct b {
    int a : 5;
} b = {8}, *p = &b;
int main(void) {
    p->a *= 1.5;
    printf("%d\n", b.a);
    return 0;
}
