int g = 1;
__attribute__((pure)) static int f(int x)
{
    int l = g;
    l += x;
    return l;
}
int main(void)
{
    return f(2) == 3 ? 0 : 1;
}
