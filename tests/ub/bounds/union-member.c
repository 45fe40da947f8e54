// expect: out-of-bounds
int printf(const char *, ...);
union u {
    int i;
    short s[2];
} a[3], b[3];
int main(void) {
    union u *p = a + 3;
    p->s[1] = 1;
    printf("%d\n", b[0].s[1]);
    return 0;
}
