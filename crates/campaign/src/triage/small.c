/* A little of everything: which passes can be left out is tried with it. Prints 14238286903025872374 0 20.500. */
#include <stdio.h>
#include <string.h>
struct S { int a : 5; unsigned b : 7; long c[4]; };
static struct S g, h = {1, 2, {3, 4, 5, 6}};
static int table[16];
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static double mean(const int *p, int n) { double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s / n; }
static int pick(int x) { switch (x) { case 0: return 3; case 1: return 5; case 2: return 9; case 3: return 1; case 4: return 8; default: return x; } }
static void copy(struct S *to, const struct S *from) { *to = *from; }
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 16; i++) table[i] = pick(i) * fib(i % 7) - i / 3;
  copy(&g, &h);
  g.a = (signed char)(table[3] >> 1);
  if (argc > 3) goto out;
  memcpy(&h.c[1], &g.c[0], sizeof(long) * 2);
  while (g.b-- > 1) table[g.b] ^= (int)h.c[g.b & 3];
out:
  { char text[32]; unsigned long long sum = 0; for (int i = 0; i < 16; i++) sum = sum * 31 + (unsigned)table[i];
  sprintf(text, "%llu %d %.3f", sum, g.a, mean(table, 16)); puts(text); }
  return 0;
}
