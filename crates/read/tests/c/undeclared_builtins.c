/* Functions of the compiler need no declaration, and each use is of the same one, whatever block it is in. */
int first(int x)
{
    if (x == 3) {
        __builtin_unreachable();
    }
    return x;
}

int second(int x)
{
    if (x == 4) {
        __builtin_unreachable();
    }
    return __builtin_expect(x, 1);
}

int main(void)
{
    int l = first(1) + second(2) - 3;
    {
        return __builtin_expect(l, 0);
    }
}
