/* The dialect of glibc's headers, in text that counts. */
__extension__ typedef long long int quad;
typedef int word __attribute__((__aligned__(4)));
extern int asm_name (int __x) __asm__ ("" "real_name") __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern __inline int unused_inline (int __c) { return __c; }
static __inline__ __const int returns_const (__const char *__restrict __s, __signed__ char __t) { return *__s + __t; }
extern void never (void) __attribute__ ((__noreturn__)), never_too (void) __attribute__ ((noreturn, cold));
typedef union { char __size[(1024 / (8 * sizeof (unsigned long int)))]; long __align; } attr_t;
[[nodiscard]] static int standard_attribute([[maybe_unused]] int x) { [[maybe_unused]] int y = x; return y; }
struct __attribute__((__may_alias__)) aliasing { int a __attribute__((__aligned__(4))); };
static const char *volatile digraphs[] = <% "%:", 0 %>;
static int indexed(int *a) { return a<:0:>; }
_Float64 real64 = 1.0; _Float32 real32; __typeof__(real64) real_too;
bool flag = true; void *pointer = nullptr;
int main(void) {
  quad q = 1; word w = 2; struct aliasing s = { 3 }; attr_t a; char text[2] = "a";
  a.__align = 0;
  if (0) never();
  if (0) never_too();
  return q + w + s.a + a.__align + returns_const(text, 1) + standard_attribute(1) + indexed(&s.a) + !digraphs[1] + flag
    + (real64 > real32) + (real_too > 1) + (pointer == 0) + unused_inline(1);
}
