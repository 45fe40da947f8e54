// expect: out-of-bounds
int printf(const char *, ...);
int main(void) {
    int a[3][4] = {{0}};
    int *q = *(a + 3); /* not `&*`: the row behind the last is used as an array */
    printf("%d\n", q == &a[0][0]);
    return 0;
}
