// expect: broken-promise
__attribute__((nonnull)) static int f(int *p)
{
    return p == 0;
}
int main(void)
{
    int *p = 0;
    return f(p) ? 0 : 1;
}
