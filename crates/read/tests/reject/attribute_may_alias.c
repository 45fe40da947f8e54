// error: 2:28: unsupported: a type attribute that changes the type
typedef int __attribute__((may_alias)) word;
