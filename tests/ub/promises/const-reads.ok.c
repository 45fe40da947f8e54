const int g = 1;
__attribute__((const)) static int f(int x)
{
    return g + x;
}
int main(void)
{
    return f(2) == 3 ? 0 : 1;
}
