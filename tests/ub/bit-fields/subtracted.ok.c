int printf(const char *, ...);
struct s {
    unsigned long long x : 48;
} s = {3};
int main(void) {
    int n = 3;
    unsigned long long y = s.x - n;
    printf("%llx\n", y);
    return 0;
}
