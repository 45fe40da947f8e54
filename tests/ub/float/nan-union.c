// expect: unspecified-value
int printf(const char *, ...);
union u {
    float f;
    int i;
} u;
int main(void) {
    float zero = 0.0f;
    u.f = zero / zero;
    printf("%d\n", u.i < 0);
    return 0;
}
