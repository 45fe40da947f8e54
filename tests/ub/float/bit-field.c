// expect: float-to-int
int printf(const char *, ...);
struct b {
    int a : 3;
} b;
int main(void) {
    double d = 100.0;
    b.a = d;
    printf("%d\n", b.a);
    return 0;
}
