int g;
__attribute__((returns_nonnull)) static int *f(int x)
{
    return x ? &g : 0;
}
int main(void)
{
    return f(1) == &g ? 0 : 1;
}
