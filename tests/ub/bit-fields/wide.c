// expect: unspecified-bit-field-type
int printf(const char *, ...);
struct s {
    unsigned __int128 c : 70;
} s;
int main(void) {
    s.c = ~(unsigned __int128)0;
    printf("%llx\n", (unsigned long long)((s.c << 1) >> 64));
    return 0;
}
