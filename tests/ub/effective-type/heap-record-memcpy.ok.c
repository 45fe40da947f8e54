int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void *memcpy(void *, const void *, __SIZE_TYPE__);
void free(void *);
struct base {
    int kind;
};
struct nested {
    struct base base;
    int x;
};
struct flat {
    int kind;
    int x;
};
int main(void) {
    struct nested from = {{1}, 2};
    struct base *p = malloc(sizeof from);
    memcpy(p, &from, sizeof from);
    printf("%d\n", p->kind);
    free(p);
    return 0;
}
