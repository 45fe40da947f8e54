#include <stdio.h>

static signed char c = -128;
static unsigned short s = 65535;
static long l = 9223372036854775807L;

static void show(long given)
{
    printf("%ld: %d %d %ld\n", given, c, s, l);
}

int main(void)
{
    signed char expected = 3;
    show(__atomic_fetch_sub(&c, 1, 5));
    show(__atomic_add_fetch(&s, 2, 4));
    show(__sync_fetch_and_add(&l, 1));
    show(__sync_nand_and_fetch(&l, 5));
    show(__atomic_compare_exchange_n(&c, &expected, 9, 0, 5, 0));
    show(expected);
    show(__atomic_compare_exchange_n(&c, &expected, 9, 0, 5, 0));
    show(__sync_bool_compare_and_swap(&s, 7, 8));
    show(__sync_val_compare_and_swap(&s, 1, 8));
    __atomic_store_n(&l, -5, 3);
    show(__atomic_exchange_n(&l, 6, 2));
    show(__atomic_load_n(&l, 0));
    return 0;
}
