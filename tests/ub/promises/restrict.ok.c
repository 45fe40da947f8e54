static int f(int *restrict p, int *q)
{
    *p = 1;
    *q = 2;
    return *p;
}
int main(void)
{
    int x = 0;
    int y = 0;
    return f(&x, &y) == 1 ? 0 : 1;
}
