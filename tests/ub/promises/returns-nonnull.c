// expect: broken-promise
int g;
__attribute__((returns_nonnull)) static int *f(int x)
{
    return x ? &g : 0;
}
int main(void)
{
    return f(0) != &g ? 0 : 1;
}
