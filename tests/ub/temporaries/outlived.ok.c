int printf(const char *, ...);
struct s {
    int a[3];
} s = {{1, 2, 3}}, t;
int k = 1;
int main(void) {
    int *p = (k ? &s : &t)->a;
    printf("%d\n", *p);
    return 0;
}
