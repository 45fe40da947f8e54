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
    void *m = malloc(sizeof(struct a));
    struct a *p = m;
    struct a *q = m;
    p->x = 1;
    p->y = 2;
    printf("%d\n", q->x);
    free(m);
    return 0;
}
