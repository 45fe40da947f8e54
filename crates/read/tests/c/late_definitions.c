/* Definitions that come late. */
struct link { int *to; };
struct link late;
int target;
struct link late = {&target};

struct link early;
struct link *to_early = &early;
struct link early = {0};

int main(void)
{
    int own = 1;
    __builtin_prefetch(late.to, 0, 3);
    __builtin_prefetch(&own);
    return !(own == 1 && late.to == &target && to_early->to == 0);
}
