// Constructs of GNU C that ir has no words for, and that are read as others.
#include <stdio.h>
#include <stddef.h>

typedef int half __attribute__((mode(HI)));
typedef unsigned whole __attribute__((mode(DI)));
enum wide { SMALL = 1, LARGE = 0x500000000 };
struct empty {};
struct tail { int n; char text[0]; };
typedef int wide_int __attribute__((aligned(16)));
struct placed { char c; int i __attribute__((packed)); wide_int w; short s __attribute__((aligned(8))); };
union number { int i; double d; };
static int steps[8] = { [1 ... 3] = 5, [6 ... 7] = 9 };
static wchar_t text[] = L"w\x263a";

static int run(const char *program) {
    static void *const table[] = { &&add, &&twice, &&done };
    int sum = 0;
    goto *table[*program++ - 'a'];
add:
    sum += 3;
    goto *table[*program++ - 'a'];
twice:
    sum *= 2;
    goto *table[*program++ - 'a'];
done:
    return sum;
}

static int local(int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        __label__ out;
        if (i & 1) goto out;
        total += i;
    out:
        total++;
    }
    return total;
}

static int sum(int n) {
    int result = 0;
    for (int i = 1; i <= n; i++) {
        int all[i], *last = __builtin_alloca(sizeof *last);
        for (int j = 0; j < i; j++) all[j] = j;
        *last = all[i - 1];
        result += *last + (int)sizeof all;
    }
    return result;
}

int main(void) {
    printf("%d %d %d %d\n", (int)sizeof(struct placed), (int)offsetof(struct placed, i), (int)offsetof(struct placed, s), sum(5));
    char room[sizeof(struct tail) + 4] __attribute__((aligned(4)));
    struct tail *tail = __builtin_malloc(sizeof room);
    tail->text[3] = 'q';
    printf("%d %d %d\n", (int)sizeof(half), (int)sizeof(whole), (whole)-1 > 0);
    printf("%d %d %lx\n", (int)sizeof(enum wide), (int)sizeof(struct empty), (unsigned long)LARGE);
    printf("%c %d %g\n", tail->text[3], steps[2] + steps[4] + steps[7], ((union number)2.5).d);
    printf("%d %d %d\n", (int)(sizeof text / sizeof *text), (int)text[1], (int)L'\x41' + u"xy"[1]);
    printf("%d %d\n", run("aabac"), local(5));
    __builtin_free(tail);
    return 0;
}
