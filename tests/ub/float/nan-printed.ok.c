int printf(const char *, ...);
int main(void) {
    double zero = 0.0, nan = zero / zero;
    printf("%d\n", nan != nan);
    return 0;
}
