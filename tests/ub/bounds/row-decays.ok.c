int printf(const char *, ...);
int main(void) {
    int a[3][4] = {{0}};
    int *q = *(a + 2);
    printf("%d\n", q == &a[0][0]);
    return 0;
}
