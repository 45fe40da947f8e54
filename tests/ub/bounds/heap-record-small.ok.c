int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct pair {
    int first, second;
};
int main(void) {
    struct pair *p = malloc(sizeof(struct pair));
    p->first = 3;
    printf("%d\n", p->first);
    free(p);
    return 0;
}
