#include <stdio.h>
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned int v4ui __attribute__((vector_size(16)));
typedef signed char __attribute__((vector_size(8))) v8qi;
typedef short v8hi __attribute__((vector_size(16)));
typedef unsigned short v8hu __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef long v4di __attribute__((vector_size(32)));
typedef double v2df __attribute__((vector_size(16)));
v4si g = {1, 2, -3};
const v4ui cu = {7u, 8u, 9u, 4000000000u};
struct S { char c; v4si v; v8qi a[2]; } s = { 1, {4,5,6,7}, {{1,2,3,4,5,6,7,8},{9}} };
v4si arr[3] = {{1,2,3,4},{5,6,7,8}};
static v4si add(v4si a, v4si b) { return a + b; }
static v4si mix(v4si a, int x) { v4si t = (v4si){a[3], x, a[1], a[0]}; t[x & 3] += 5; return t ^ a; }
int main(void) {
  v4si l = g * 3 - 1;
  l = add(l, g) + add(g, arr[1]);
  for (int i = 0; i < 4; i++) printf("%d ", l[i]);
  v4si m = (v4si)(cu > 8u) | (l < g);
  m = mix(m, 2);
  for (int i = 0; i < 4; i++) printf("%d ", m[i]);
  v8hi h = (v8hi)l;
  h = (v8hi)((v8hu)h << 3); h = ~h; h = -h;
  for (int i = 0; i < 8; i++) printf("%d ", h[i]);
  v4sf f = __builtin_convertvector(g, v4sf);
  f = f / 2.0f;
  for (int i = 0; i < 4; i++) printf("%f ", f[i]);
  v4di d = __builtin_convertvector(f, v4di);
  v4si *p = &arr[1];
  (*p)[2] = 99;

  for (int i = 0; i < 4; i++) printf("%ld ", d[i]);
  for (int i = 0; i < 4; i++) printf("%d ", arr[1][i]);
  s.v /= 2; s.a[1][7] = s.a[0][3]; s.v[0]++;
  struct S s2 = s;
  for (int i = 0; i < 4; i++) printf("%d ", s2.v[i]);
  for (int i = 0; i < 8; i++) printf("%d ", s2.a[1][i]);
  v4ui q = cu % 5u; q = 1 - q; q >>= (v4ui){1,2,3,4};
  for (int i = 0; i < 4; i++) printf("%u ", q[i]);
  v2df w = {1.5, 2}; w = w * w - 0.25;
  l = 1 ? l : g;
  printf("%f %f %d %d\n", w[0], w[1], (int)sizeof(struct S), (int)sizeof(v4di));
  return 0;
}
