int printf(const char *, ...);
struct b {
    unsigned a : 4, b : 4;
};
int main(void) {
    double d = 15.9;
    struct b b = {1, d};
    printf("%d\n", b.b);
    return 0;
}
