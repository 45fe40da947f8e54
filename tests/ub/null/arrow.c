// expect: null-pointer
#include <stdio.h>

int main(void) {
    struct node { int v; struct node *next; } n = { 1, 0 };
    printf("%d\n", n.next->v);
    return 0;
}
