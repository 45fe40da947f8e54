// expect: out-of-bounds
int printf(const char *, ...);
struct base {
    int kind;
};
struct derived {
    struct base base;
    int x;
} d = {{1}, 2};
struct base alone = {3};
static int look(void *p) {
    struct derived *q = p; /* a pointer to the first member is one to the record, if there is one */
    return q->x;
}
int main(void) {
    printf("%d\n", look(&alone));
    return 0;
}
