int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
union u {
    char c;
    long l;
};
int main(void) {
    union u *p = malloc(sizeof(union u));
    p->c = 'x';
    printf("%c\n", p->c);
    free(p);
    return 0;
}
