// What GNU C and C11 have besides: ranges of cases, loops to be unrolled, variables of the thread.
static __thread int own = 3;
_Thread_local int shared;
extern __thread int shared;

int ranges(unsigned x)
{
    switch (x) {
    case 1 ... 5:
        return 1;
    case 4294967290U ... 4294967295U:
        return 2;
    case 6:
    default:
        return 3;
    }
}

int negative(long x)
{
    static __thread long seen[2];
    switch (x) {
    case -3L ... 3L:
        seen[0]++;
        break;
    case 'a' ... 'z':
        seen[1]++;
    }
    return (int)(seen[0] + seen[1]);
}

int unrolled(int n)
{
    int sum = 0;
#pragma GCC unroll 4
    for (int i = 0; i < n; i++)
        sum += i;
    if (n > 3)
#pragma GCC unroll 2
        while (n-- > 0)
            sum ^= n;
#pragma GCC unroll 0
    do {
        sum++;
    } while (sum < 10);
    return sum + own + shared;
}
