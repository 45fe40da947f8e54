int printf(const char *, ...);
struct s {
    int m[2][2], n[2][2];
} s = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
int main(void) {
    int (*p)[2] = s.m;
    p += 1;
    printf("%d\n", (*p)[0]);
    return 0;
}
