// Arrays of variable length, functions on atomic objects, and what the compiler knows of floats.
int sum(int n, int m)
{
    short a[n + 1];
    int *p[m];
    int b[m * 2];
    int total = sizeof(a) + (int)sizeof(p) + (int)sizeof a[0];
    for (int i = 0; i < n; i++)
        a[i] = i;
    p[0] = b;
    b[0] = 1;
    return total + a[0] + *p[0] + m;
}

int atomic(int *p, unsigned char *c)
{
    unsigned char expected = 1;
    __atomic_store_n(p, 3, 5);
    return __atomic_fetch_add(p, 1, 0) + __sync_sub_and_fetch(c, 1) + __atomic_compare_exchange_n(c, &expected, 2, 0, 5, 0);
}

int classes(double x, float y)
{
    return __builtin_isnan(x) + __builtin_isless(x, y) + (__builtin_copysign(__builtin_inf(), x) > y) + __builtin_signbit(y);
}
