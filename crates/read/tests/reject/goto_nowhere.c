// error: 3:8: label `there` is used and not defined
void f(void) {
  goto there;
}
