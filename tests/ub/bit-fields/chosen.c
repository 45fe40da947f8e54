// expect: unspecified-bit-field-type
int printf(const char *, ...);
struct s {
    unsigned long long x : 40;
} s = {1};
int k;
int main(void) {
    unsigned long long y = k ? s.x : -1;
    printf("%llx\n", y);
    return 0;
}
