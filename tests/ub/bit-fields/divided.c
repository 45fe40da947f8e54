// expect: unspecified-bit-field-type
int printf(const char *, ...);
struct s {
    unsigned long long x : 40;
} s = {0xffffffffff};
int main(void) {
    int n = -1;
    s.x /= n; /* by 2^40 - 1 or by 2^64 - 1 */
    printf("%llx\n", (unsigned long long)s.x);
    return 0;
}
