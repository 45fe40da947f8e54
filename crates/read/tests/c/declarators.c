/* Declarators: every way to wrap a type (C17 6.7.6). */
int plain;
int *pointer = &plain;
int *const const_pointer = &plain;
const int *to_const;
int const *volatile both;
int array[3], matrix[2][3], *pointers[4];
int (*to_array)[3] = &array;
int (*function_pointer)(int, char);
int (*table[2])(void);
int (*(*nested)(int))(char);
void (*signal_like(int number, void (*handler)(int)))(int);
int (parenthesised);
int *(*(*deep)[2])(int (*)[3], ...);
unsigned const long int volatile *qualified;
long long unsigned odd_order;
int long unsigned long odd_order_too;
signed s; unsigned u; short int si; long double ld;
char c; signed char sc; unsigned char uc; _Bool b;
extern int elsewhere;
extern int elsewhere;
static int tentative;
static int tentative = 5;
static int tentative;
int unsized[];
int unsized[4];
int lone[];
int with_static(int a[static 2], int b[const], int n, int v[n], int f(int)) { return a[0] + b[1] + v[n] + f(n); }
int void_list(void), abstract(int (*)(int, int), char *[], int (int));
int void_list(void) { extern int elsewhere; int local(int); return elsewhere + local(1); }
int local(int x) { return x; }
static int before(int);
int caller(void) { return before(1); }
static int before(int value) { return value; }
inline static int quick(int x) { return x + 1; }
__attribute__((noinline)) static int slow(int x) { return quick(x); }
static int __attribute__((__noipa__, cold)) slower(int x) __attribute__((const));
static int slower(int x) { return slow(x); }
_Noreturn void stop(void) { for (;;) ; }
int old() { return old(); }
int aligned_variable __attribute__((aligned(64)));
_Alignas(16) int alignas_variable; _Alignas(double) char alignas_type; _Alignas(0) int alignas_nothing;
int main(void) { return slower(old()) + caller() + (*function_pointer)(1, 'a') + (**function_pointer)(1, 2); }
extern int late[];
int late_user(void) { return late[2]; }
int late[3];
int late_prototype();
int late_caller(void) { return late_prototype(1); }
int late_prototype(int x) { return x; }

/* An attribute of the type name counts. */
int _Alignas(int __attribute__((aligned(16)))) widely_aligned;
_Static_assert(__alignof__(widely_aligned) == 16, "the type name's attribute");
int without_names(int, int used, const char *) { return used; } /* C23 6.9.2 */
