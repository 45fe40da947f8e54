int printf(const char *, ...);
union u {
    float f;
    int i;
} u;
int main(void) {
    float zero = 0.0f;
    u.f = 1.0f / zero;
    printf("%d\n", u.i < 0);
    return 0;
}
