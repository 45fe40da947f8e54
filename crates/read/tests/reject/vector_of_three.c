// error: 2:43: a negative or impossible size or width
typedef int v4 __attribute__((vector_size(12)));
