/* Structs, unions, bit-fields, enums, typedefs (C17 6.7.2, 6.7.8). */
struct point { int x, y; };
struct node { struct node *next; struct point at; };
struct bits { unsigned a : 3; int b : 5; unsigned : 4; unsigned : 0; _Bool flag : 1; signed long wide : 30; };
union either { int i; float f; unsigned char bytes[4]; };
struct outer { int tag; union { int i; struct { short low, high; }; }; struct { int inner; } named; };
struct packed { char c; int i; } __attribute__((packed));
struct __attribute__((__packed__, __aligned__(2))) packed_too { char c; long l; };
struct aligned { char c; } __attribute__((aligned(16)));
struct with_const { const int k; volatile int v; };
#pragma pack(push)
#pragma pack(1)
struct pragma_packed { char c; short s; unsigned f : 3; };
struct pragma_crossing { char a : 5; char b : 5; char c : 6; };
#pragma pack(pop)
#pragma pack(push, 4)
struct not_lowered { int i; char c; };
#pragma pack(pop)
enum color { RED, GREEN = 5, BLUE, LAST = BLUE + GREEN, };
enum { NAMELESS = -3, FOLLOWS };
typedef struct { int hidden; } untagged;
typedef struct point point_t, *point_ptr;
typedef unsigned int uint, *uint_ptr;
typedef int triple[3];
typedef int function(int);
typedef enum { OFF, ON } toggle;
struct flexible { int n; int data[]; };
static struct point origin = { 0, 0 };
static untagged u = { 4 };
static point_t p = { .y = 2, .x = 1 };
static uint number = 7u;
static triple three = { 1, 2, 3 };
static const triple constant_three = { 4, 5, 6 };
static function *callee;
static struct outer o;
static enum color hue = BLUE;
static toggle state = ON;
static struct pragma_packed pp;
static uint_ptr up = &number;
extern struct never_complete *opaque;
_Static_assert(sizeof(struct packed) == 5, "packed");
_Static_assert(sizeof(struct pragma_packed) == 4 && sizeof(struct pragma_crossing) == 2);
_Static_assert(sizeof(struct aligned) == 16 && _Alignof(struct aligned) == 16, "aligned");
_Static_assert(__builtin_offsetof(struct node, at) == 8 && __builtin_offsetof(struct node, at.y) == 12, "offset");
_Static_assert(__builtin_offsetof(struct outer, high) == 6, "anonymous");
_Static_assert(LAST == 11 && FOLLOWS == -2, "enumerators");
static int shadow(void) {
  struct point { char only; } q = { 1 };
  enum { RED = 9 } r = RED;
  typedef char uint;
  uint small = 3;
  return q.only + r + small + sizeof(struct point);
}
static int one(int x) { return x; }
int main(void) {
  struct node n = { &n, { 1, 2 } };
  struct node *np = &n;
  struct point copy = np->next->at, arr[2] = { { 1 } };
  struct bits f = { 1, -2 };
  union either e = { .f = 1.5f };
  struct flexible *flex = 0;
  o.i = 1; o.high = 2; o.named.inner = 3; (&o)->low = 4;
  f.a++; f.flag = 5; f.wide <<= 2;
  callee = one; callee = &one; callee = *one;
  if (flex) flex->data[0] = flex->n;
  if (opaque) return 1;
  pp.f = 3;
  return copy.x + arr[1].y + e.i + f.a + o.low + origin.x + u.hidden + p.y + *up + three[0] + constant_three[1]
    + callee(hue) + state + shadow() + (copy = origin).x + sizeof(struct with_const);
}
