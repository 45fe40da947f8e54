/* Initialisers: braces left out, designators, strings (C17 6.7.9). */
struct pair { int a, b; };
struct mixed { char name[4]; struct pair pairs[2]; union { int u; float v; }; unsigned bits : 3, : 2, more : 3; };
int scalar = { 5 }, doubly = { { 6 } };
int sized[5] = { 1, 2 };
int counted[] = { 1, 2, 3, };
int matrix[2][3] = { 1, 2, 3, 4, 5, 6 };
int partly[2][3] = { { 1 }, 4, 5 };
int designated[8] = { [2] = 1, 2, [0] = 9, [6] = 3 };
int replaced[3] = { 1, 2, [0] = 7, 8 };
struct pair elided[2] = { 1, 2, 3 };
struct pair by_name = { .b = 1, .a = 2 };
struct mixed deep = { "abc", { [1].b = 4, [0] = { 1 } }, .v = 1.5f, 1, 2 };
struct mixed far = { .pairs[1].a = 3, 4, { 6 } };
struct mixed anonymous = { .u = 3, .more = 1 };
struct { struct { int x, y; } inner[2]; int z; } nested = { .inner[1].y = 3, 7, .inner[0].x = 1 };
char text[] = "text", exact[4] = "full", longer[8] = "ab", braced[] = { "braced" }, spelled[] = { 'a', 'b', 0 };
unsigned char bytes[] = "a" "b\x01\0c";
char *words[] = { "one", "two" "three", 0 };
char table[][4] = { "ab", { "cd" }, { 'e' } };
const char *pointer = "pointer" + 1, *null = 0, *null_too = (void *)0, *null_three = 1 - 1;
int *address = &designated[2], *past = designated + 8;
struct pair *of_literal = &(struct pair){ 1, 2 };
int (*function)(void);
double real = 1, negative = -2.5;
union { int first; float second; } alternative = { .second = 2.5f, .first = 3 };
int main(void) {
  int from = 3;
  struct pair local = { from, from + 1 }, copy = local, list[2] = { local, 5, 6 };
  struct { struct pair p; int n; } holder = { local, 9 };
  int variable[] = { [sizeof(int) > 2 ? 1 : 2] = from };
  static int count = sizeof(counted) / sizeof(counted[0]);
  static struct pair *kept = &elided[1];
  int *literal = (int[]){ 1, from, 3 };
  char stack_text[] = "stack";
  int empty_scalar = {};
  struct pair empty = {};
  return local.a + copy.b + list[1].b + holder.n + variable[1] + count + kept->a + literal[2] + stack_text[0]
    + (struct pair){ .b = 2 }.b + ((struct pair){ 1 }).a + sizeof (int[3]){ 0 } + empty_scalar + empty.a;
}
