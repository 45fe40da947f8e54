# 1 "/usr/include/mini.h" 1 3
typedef signed char __int8_t;
typedef __int8_t int8_t; typedef short int int16_t; typedef int int32_t; typedef long int int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t;
typedef unsigned long int uint64_t; typedef long intptr_t; typedef unsigned long uintptr_t;
typedef unsigned long size_t; typedef long ptrdiff_t; typedef int wchar_t;
typedef __builtin_va_list __gnuc_va_list; typedef __gnuc_va_list va_list;
typedef _Complex float unused_complex;
extern _Float128 strtof128 (const char *__restrict, char **__restrict) __attribute__ ((__nothrow__ , __leaf__));
struct _IO_FILE; typedef struct _IO_FILE FILE;
struct _IO_FILE { int _flags; char *_ptr; struct _IO_marker *_markers; FILE *_chain; };
extern FILE *stdout;
extern int printf (const char *__restrict __format, ...);
extern int sprintf (char *__restrict __s, const char *__restrict __format, ...) __attribute__ ((__nothrow__));
extern int snprintf (char *__restrict __s, size_t __n, const char *__restrict __f, ...) __asm__ ("" "snprintf");
extern int puts (const char *__s); extern int putchar (int __c);
extern int fflush (FILE *__stream);
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__alloc_size__ (1)));
extern void *calloc (size_t, size_t), *realloc (void *, size_t); extern void free (void *__ptr);
extern void abort (void) __attribute__ ((__noreturn__)); extern void exit (int) __attribute__ ((__noreturn__));
extern int abs (int __x) __attribute__ ((__const__)); extern long int labs (long int __x);
extern void *memcpy (void *__restrict, const void *__restrict, size_t);
extern void *memmove (void *, const void *, size_t); extern void *memset (void *, int, size_t);
extern int memcmp (const void *, const void *, size_t); extern size_t strlen (const char *);
extern int strcmp (const char *, const char *); extern int strncmp (const char *, const char *, size_t);
extern char *strcpy (char *, const char *), *strncpy (char *, const char *, size_t), *strcat (char *, const char *);
extern char *strchr (const char *, int); extern char *strrchr (const char *, int);
enum { HEADER_A, HEADER_B = 7 };
static __inline int header_once (int __x) { return __x; }
static __inline int header_twice (int __x) { return header_once (__x) * 2; }
