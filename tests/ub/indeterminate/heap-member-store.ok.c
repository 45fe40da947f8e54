int printf(const char *, ...);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void free(void *);
struct s {
    char c;
    int i;
};
int main(void) {
    struct s *p = calloc(2, sizeof *p);
    unsigned char *bytes = (unsigned char *)(p + 1);
    p[0].c = 1;
    printf("%d\n", bytes[2]);
    free(p);
    return 0;
}
