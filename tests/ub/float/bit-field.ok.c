int printf(const char *, ...);
struct b {
    int a : 3;
} b;
int main(void) {
    double d = -4.5;
    b.a = d;
    printf("%d\n", b.a);
    return 0;
}
