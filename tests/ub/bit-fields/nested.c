// expect: unspecified-bit-field-type
int printf(const char *, ...);
struct s {
    unsigned long long x : 40;
} s = {0xff00000000};
int main(void) {
    printf("%d\n", (s.x + 1) * 2 > 0xffffffffffull);
    return 0;
}
