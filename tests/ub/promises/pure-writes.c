// expect: broken-promise
int g = 1;
__attribute__((pure)) static int f(int x)
{
    g += x;
    return g;
}
int main(void)
{
    return f(2) == 3 ? 0 : 1;
}
