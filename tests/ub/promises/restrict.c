// expect: broken-promise
static int f(int *restrict p, int *q)
{
    *p = 1;
    *q = 2;
    return *p;
}
int main(void)
{
    int x = 0;
    return f(&x, &x) == 2 ? 0 : 1;
}
