int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct list {
    int length;
    long items[];
};
int main(void) {
    struct list *p = malloc(sizeof(struct list) + 2 * sizeof(long));
    p->length = 2;
    for (int i = 0; i < p->length; i++) {
        p->items[i] = i;
    }
    printf("%ld\n", p->items[1]);
    free(p);
    return 0;
}
