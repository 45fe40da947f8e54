// expect: out-of-bounds
int printf(const char *, ...);
void *memset(void *, int, __SIZE_TYPE__);
char a[8];
int main(void) {
    memset(a + 1, 1, -1);
    printf("%d\n", a[1]);
    return 0;
}
