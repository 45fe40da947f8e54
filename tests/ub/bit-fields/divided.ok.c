int printf(const char *, ...);
struct s {
    unsigned long long x : 40;
} s = {0xffffffffff};
int main(void) {
    int n = 3;
    s.x /= n;
    printf("%llx\n", (unsigned long long)s.x);
    return 0;
}
