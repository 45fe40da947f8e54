// expect: temporary-modified
int printf(const char *, ...);
void *memset(void *, int, __SIZE_TYPE__);
struct s {
    char c[2];
} s;
int main(void) {
    memset((0, s).c, 1, 2);
    printf("%d\n", s.c[0]);
    return 0;
}
