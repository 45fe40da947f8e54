/* What is declared where, and until where it is known. */
enum { A = 1 };

int packed(void) {
#pragma pack(1)
    struct p {
        char c;
        int i;
    };
#pragma pack()
    _Static_assert(sizeof(struct p) == 5, "packed in a function");
    return (int)sizeof(struct p);
}

int statements(int n) {
    if (sizeof(enum { A = 5 }) && A == 5)
        n += A + (int)sizeof(enum { B = 6 }) + B;
    else
        n += (int)sizeof(struct s { char c[A]; });
    _Static_assert(A == 1, "an if statement is a block");
    while (sizeof(enum { A = 9 }) == 0)
        n += A;
    do
        n += (int)sizeof(enum { A = 3 });
    while (sizeof(enum { A = 4 }) == 0);
    for (; sizeof(enum { A = 2 }) == 0;)
        n += A;
    switch (sizeof(enum { A = 2 })) {
    case A:
        n++;
    }
    _Static_assert(A == 1, "so are loops and switches");
    return n;
}

/* A literal in a condition lives as long as the statement. */
int literals(int n) {
    int *p;
    if ((p = (int[]){n, 2}))
        n += *p;
    while ((p = &(int){0}), *p)
        n += (struct { int a; }){1}.a;
    return n;
}

int constants(enum { X = 3, Y } x, int (*row)[Y]) {
    _Static_assert(X == 3, "the constants of parameters are known in the body");
    return x == X && sizeof *row == Y * sizeof(int);
}

int tags(struct q { int m; } *q) {
    struct q copy = *q;
    return copy.m;
}

void *itself[] = {&itself, itself + 1};
_Static_assert(sizeof itself == 2 * sizeof(void *), "");

int in_itself(void) {
    void *a[] = {&a, a, (void *)sizeof(int), (*&a)[0]};
    return a[0] == &a;
}

static int hidden(void);
static int internal;
extern int internal;

int linkage(void) {
    extern int internal;
    int hidden(void);
    return hidden() + internal;
}

int hidden(void) { return 1; }

typedef int v4 __attribute__((vector_size(16)));

v4 vector(int x) {
    v4 r = {x, 1, 2, 3};
    return r;
}

int lanes(int n) { return vector(n)[0] + (vector(n) + vector(1))[n]; }

int main(int argc, const char **argv, char **environment) {
    return argc + (argv == 0) + (environment == 0);
}
