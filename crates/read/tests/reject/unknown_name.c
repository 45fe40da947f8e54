// error: 3:10: `missing` is not declared
int f(void) {
  return missing + 1;
}
