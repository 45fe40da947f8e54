// expect: out-of-bounds
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
void free(void *);
struct text {
    int length;
    char bytes[64];
};
int main(void) {
    /* An array at the end needs to be there only as far as it is used. */
    struct text *p = malloc(sizeof(int) + 3);
    p->length = 3;
    for (int i = 0; i <= p->length; i++) {
        p->bytes[i] = 'a';
    }
    printf("%c\n", p->bytes[2]);
    free(p);
    return 0;
}
