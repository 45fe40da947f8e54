/* Text of headers that does not say where it came from: types that there are no words for do no harm where nothing is defined. */
extern int __fpclassifyf128(_Float128 __value) __attribute__((__nothrow__, __leaf__)) __attribute__((__const__));
extern _Float128 strtof128(const char *__restrict __nptr, char **__restrict __endptr);
__extension__ extern double _Complex cexp(double _Complex __z);
typedef _Complex float cfloat __attribute__((mode(SC)));
extern int puts(const char *);

int main(void) { return 0; }
