// expect: out-of-bounds
int printf(const char *, ...);
struct in {
    int a;
};
struct out {
    struct in x, y;
} o;
int main(void) {
    struct in *p = &o.x;
    p++;
    p->a = 5; /* `p` is past `o.x`, although `o.y` lies there */
    printf("%d\n", o.y.a);
    return 0;
}
