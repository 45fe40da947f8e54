// expect: effective-type
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct a {
    int x, y;
};
struct b {
    int x, y;
};
int main(void) {
    struct a a = {1, 2}, *p = malloc(2 * sizeof a);
    struct b b;
    p[1] = a;
    b = *(struct b *)(p + 1);
    printf("%d\n", b.x);
    free(p);
    return 0;
}
