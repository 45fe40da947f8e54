int printf(const char *, ...);
struct s {
    int a, b;
} w[4];
int main(void) {
    struct s *end = w + 3;
    int *q = &end->b;
    struct s *same = &*(w + 4);
    printf("%d\n", same == w + 4);
    printf("%d\n", q != 0);
    return 0;
}
