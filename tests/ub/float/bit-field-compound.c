// expect: float-to-int
int printf(const char *, ...);
struct b {
    int a : 5;
} b = {8}, *p = &b;
int main(void) {
    p->a *= 2.5; /* 20: more than 15 */
    printf("%d\n", b.a);
    return 0;
}
