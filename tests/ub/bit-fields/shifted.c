// expect: unspecified-bit-field-type
int printf(const char *, ...);
struct s {
    unsigned long long x : 40;
} s = {0xffffffffff};
int main(void) {
    unsigned long long y = s.x << 8; /* 40 bits for GCC, 64 for clang */
    printf("%llx\n", y);
    return 0;
}
