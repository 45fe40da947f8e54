int printf(const char *, ...);
#pragma pack(1)
union u {
    struct {
        char pad;
        int i;
    } a;
    struct {
        int i;
    } b;
} u;
#pragma pack()
int main(void) {
    u.b.i = 7;
    u.a.i = +u.b.i;
    printf("%d\n", u.a.i);
    return 0;
}
