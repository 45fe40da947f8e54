/* Every operator, with the conversions that C inserts (C17 6.5). */
static int i = 5; static unsigned u = 7; static long l = -3; static unsigned long ul; static short s; static char c;
static unsigned char uc; static _Bool b; static float f; static double d; static long double ld; static int *p = &i;
static int a[4]; static void *v; static int (*fp)(int); static struct { int m; unsigned w : 3; } st, *sp = &st;
static __int128 wide; static unsigned __int128 uwide;
static volatile int vol; static const char *str = "s";
static int f1(int x) { return x; }
static void nothing(void) {}
static int variadic(int n, ...) {
  __builtin_va_list ap, copy; int sum = 0;
  __builtin_va_start(ap, n); __builtin_va_copy(copy, ap);
  while (n-- > 0) sum += __builtin_va_arg(ap, int);
  __builtin_va_end(ap); __builtin_va_end(copy);
  return sum;
}
int main(void) {
  i = u + l; u = uc * s; l = c << 2L; ul = u >> c; d = f + i; ld = d * f; f = ld; b = p; b = d; c = 300; wide = ul;
  uwide = wide * 3; i = wide;
  i += 1.5; uc += 300; s <<= 1; p += 2; p -= u; d /= i; ul %= 3; i &= u; i |= 1; i ^= ~u; i *= -+i; i >>= !i;
  i++; --uc; p--; ++d; b++; st.w--; wide++;
  i = i < u && d > f || p == 0 && !v && s <= c && l >= uc && a != p && i != 3;
  i = (i ? u : l) + (b ? 1 : 2) + *(i ? p : 0) + (i ? 1.5 : 2) + (i, u);
  v = p; p = v; v = i ? p : v; v = i ? (void *)0 : p;
  i = *p + a[1] + 1[a] + *(a + 2) + *&i + (&a[3] - a) + (p < a + 4) + sp->m + (*sp).m + st.m + (&st)->w;
  fp = f1; fp = &f1; i = fp(1) + (*fp)(2) + f1(3) + (i ? f1 : fp)(4);
  i = (char)i + (unsigned)d + (int)(long)p + (_Bool)f; (void)i; p = (int *)(unsigned long)3;
  i = sizeof i + sizeof(int) + sizeof(int *[3]) + sizeof a + sizeof(a[0]) + _Alignof(double) + __alignof__(i) + sizeof -i
    + sizeof (i) + sizeof "abc" + sizeof(i++);
  i = 'a' + '\n' + '\x41' + '\'' + '\0' + '\377' + '\\' + 'ab' + "abc"[1] + *"x";
  ul = 0 + 1u + 2L + 3ul + 4ll + 5ULL + 0x10 + 0XFFFFFFFF + 017 + 0b101 + 4294967296 + 0x8000000000000000 + 0u + 0xFFFFFFFFu + 5LU;
  d = 1.0 + 1.f + 1e3 + .5 + 0x1.8p3 + 2.5L + 1E-2F + 0x.8p0;
  i = _Generic(i, int: 1, default: 2) + _Generic(a, int *: 3, char: 4) + _Generic(1.0f, double: 5, default: 6);
  i = __builtin_types_compatible_p(int, signed) + __builtin_choose_expr(1, i, d) + __builtin_constant_p(3 + 4)
    + __builtin_constant_p(i) + (int)__builtin_expect(i, 1);
  typeof(i) same = i; __typeof__(int *) same_pointer = &same; __extension__ int extended = __extension__ i;
  i = same + *same_pointer + extended + ({ i + 1; }) + variadic(2, 1, 'c') + (nothing(), 4) + vol++ + str[0];
  if (i == 3) __builtin_unreachable(); if (i == 4) __builtin_abort();
  nothing(); (*nothing)(); (i); ; i = a[(i & 3)] = u = 5;
  i = (i = 3, i) ? i : 1 ? 2 : 3; i = - - i; i = + + + i; i = !~-i; i = i - -1 - - - 1; i = i+ ++i*0;
  return __func__[0] == 'm' ? i : __builtin_strlen(__FUNCTION__) + __builtin_memcmp("a", "b", 1);
}
