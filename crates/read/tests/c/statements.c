/* Statements, labels anywhere (C17 6.8). */
static int n;
static void labels(int x) {
start:
  if (x > 3) goto end; else n++;
  while (x < 2) again: x++;
  do { if (x == 1) continue; if (x == 7) break; } while (x++ < 9);
  if (x) inner: n--; else other: ;
  for (;;) { if (n++ > 3) break; goto skip; skip: ; }
  if (x == 100) goto start; if (x == 101) goto again; if (x == 102) goto inner; if (x == 103) goto other;
end: second_name: third_name: ;
  if (x == 104) goto second_name; if (x == 105) goto third_name;
last:
  if (x == 106) goto last;
  int after_label_is_c23;
  (void)after_label_is_c23;
only: ;
}
static int cases(unsigned char x, long long y) {
  switch (x) { case 0: case 1: return 1; case 'a': x++; default: n = 2; break; case 3 + 4: { int k = 3; return k; } }
  switch (y) case 5: return 3;
  switch (x) while (n < 3) { case 2: n++; }
  switch (y) { int unreached; case 1LL << 33: unreached = 1; return unreached; }
  __attribute__((fallthrough));
  return 0;
}
static void loops(void) {
  int i;
  for (i = 0; i < 3; i++) ;
  for (int j = 0, *p = &j; *p < 3; ++*p) n += j;
  for (i = 0, n = 1; ; ) { break; }
  for (struct { int k; } s = { 0 }; s.k < 2; s.k++) { int i = s.k; n += i; }
  while (i--) { static int calls = 3; calls++; n += calls; }
  do n++; while (n < 0);
  { { } ; { int i = 1; { int i = 2; n = i; } n = i; } }
  if (n) if (i) n = 1; else n = 2;
  if (n) { if (i) n = 1; } else n = 3;
  return;
}
static int void_call(int x) { if (x) { labels(x); return 1; } else return loops(), 2; }
static void void_return(void) { if (n) return loops(); return (void)0; }
typedef int type_name, unused_type_name;
int main(void) {
  type_name type_name_variable = 1;
  int type_name = 2;
  type_name: n = type_name * type_name_variable;
  if (n == 77) goto type_name;
  void_return();
  return cases(1, 2) + void_call(0);
}
