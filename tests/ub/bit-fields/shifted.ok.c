int printf(const char *, ...);
struct s {
    unsigned long long x : 40;
} s = {0xffffffff};
int main(void) {
    unsigned long long y = s.x << 8;
    printf("%llx\n", y);
    return 0;
}
