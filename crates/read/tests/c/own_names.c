/* Names of the program's own beside those of the library, and definitions that come late. */
static int strcmp(const char *a, const char *b) { return a[0] - b[0] + 100; }

struct link { int *to; };
struct link late;
int target;
struct link late = {&target};

struct link early;
struct link *to_early = &early;
struct link early = {0};

int main(void)
{
    int own = strcmp("a", "b");
    int librarys = __builtin_strcmp("a", "b");
    __builtin_prefetch(late.to, 0, 3);
    __builtin_prefetch(&own);
    return !(own == 99 && librarys < 0 && late.to == &target && to_early->to == 0);
}
