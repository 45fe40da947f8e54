#include <stdio.h>
int g_1 = -77, g_2 = 5;
unsigned g_4[4] = { 9, 8, 7, 6 };
static int shift(int a, int b) { int r = a >> b; return r; }
static void work(void)
{
    for (int i = 0; i < 3; i++) {
        if (i == 1) {
            g_2 = shift(g_1 * (i + 1), i);
        } else {
            g_4[i] += g_2;
        }
    }
}
int main(void)
{
    work();
    printf("%d %d %u\n", g_1, g_2, g_4[2]);
    return 0;
}
