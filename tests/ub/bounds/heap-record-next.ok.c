int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct s {
    long a;
    char c;
};
int main(void) {
    struct s *p = malloc(sizeof *p);
    p->c = 1;
    printf("%d\n", (p + 0)->c);
    free(p);
    return 0;
}
