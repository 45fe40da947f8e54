// expect: out-of-bounds
int printf(const char *, ...);
int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
int main(void) {
    int (*p)[3] = rows;
    printf("%d\n", (*(p + 2))[0]);
    return 0;
}
