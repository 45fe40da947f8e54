/* Declarations of headers are read when they are used, and only then. */
static uint8_t byte = 200;
static size_t size = sizeof(int64_t);
static int32_t table[HEADER_B];
static int helper(int32_t x) { return header_twice(x) + HEADER_A; }
int main(void) {
  ptrdiff_t difference = &table[3] - table;
  void *memory = malloc(size);
  FILE *out = stdout;
  va_list unused;
  (void)unused;
  memset(memory, 0, size);
  printf("%d %s\n", byte + helper((int16_t)difference), "text");
  fflush(out);
  free(memory);
  return strlen("abc") + abs(-1);
}
