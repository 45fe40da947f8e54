int printf(const char *, ...);
union u {
    int i;
    unsigned j;
};
int main(void) {
    union u a[2] = {{1}, {2}};
    union u *p = &a[0];
    printf("%d\n", (*(p + 1)).i);
    return 0;
}
