// expect: out-of-bounds
int printf(const char *, ...);
int main(void) {
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, more[2][3] = {{0}};
    int (*p)[3] = rows + 2;
    (*p)[1] = 7;
    printf("%d\n", more[0][1]);
    return 0;
}
