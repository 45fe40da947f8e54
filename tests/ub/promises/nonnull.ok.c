__attribute__((nonnull)) static int f(int *p)
{
    return p == 0;
}
int main(void)
{
    int x = 0;
    int *p = &x;
    return f(p) ? 1 : 0;
}
