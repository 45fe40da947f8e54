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
    p = &o.y;
    p->a = 5;
    printf("%d\n", o.y.a);
    return 0;
}
