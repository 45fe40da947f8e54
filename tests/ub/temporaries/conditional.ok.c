int printf(const char *, ...);
struct s {
    int a[3];
} s = {{1, 2, 3}}, t = {{4, 5, 6}};
int k = 1;
int change(int *p) {
    s.a[1] = 7;
    return p[1]; /* of a copy that was made before */
}
int main(void) {
    printf("%d ", change((k ? s : t).a));
    printf("%d %d\n", s.a[1], t.a[1]);
    printf("%d\n", (k ? s : t).a == s.a);
    return 0;
}
