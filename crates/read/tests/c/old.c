/* C before prototypes, and GNU's ways that compilers still read. */
static counter = 5;
const limit = 6;

sum(a, b, c) long b; char *c; { return a + (int)b + *c; }

void *find();

uses_later() {
    register i = 1;
    int u = later((unsigned)i), v = later(2);
    { v += later(3); }
    return u + v + (find("x", limit) != 0);
}

int later(int x) { return x + counter; }

void *find(const char *s, unsigned n) { return n ? (void *)s : 0; }

void nothing(void) { return; }

void returns_nothing(void) { return nothing(); }

void returns_something(void) { return 1; }

struct pair { int first, second; };

int gnu(int x) {
    struct pair p = { second: 2, first: 1 };
    int é = x ?: p.first, $dollar = 3;
    switch (x) {
    case 1 ... 3:
        return \u00e9;
    case 4:
        return $dollar;
    default:
        return p.second;
    }
}

typedef _Bool bool_;
const bool_ true_ = 1;

main() { return uses_later() + sum(1, 2L, "a") + gnu(4); }

_Alignas(32) char wide;
_Static_assert(__alignof__(wide) == 32 && __alignof__(int) == 4, "of a variable, and of a type");

struct bits { unsigned narrow : 3; };

int widened(struct bits b) { return takes_unsigned(b.narrow); }

int takes_unsigned(unsigned z) { return z == 3; }

int narrow(c, s, f)
char c;
short s;
float f;
{
    return c + s + (int)f;
}

int enumerated(e)
enum { FIRST, SECOND } e;
{
    return e == SECOND;
}

int calls_narrow(void) {
    if (0)
        return narrow(1) + narrow("a", "b", "c") + enumerated();
    return narrow(300, 'c', 1.5f) + enumerated(1);
}
