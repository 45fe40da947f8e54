int printf(const char *, ...);
int memcmp(const void *, const void *, __SIZE_TYPE__);
struct s {
    char c;
    int i;
} a[2], b[2];
int main(void) {
    a[1].i = 0;
    printf("%d\n", memcmp(a, b, sizeof *a));
    return 0;
}
