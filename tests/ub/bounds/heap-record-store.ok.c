int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct node {
    struct node *next;
    int v;
};
int main(void) {
    struct node *p = malloc(sizeof *p);
    p->v = 3;
    printf("%d\n", p->v);
    free(p);
    return 0;
}
