// error: 2:31: unsupported: a type attribute that changes the type
typedef int v4 __attribute__((vector_size(16)));
