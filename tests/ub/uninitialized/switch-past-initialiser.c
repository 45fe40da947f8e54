// expect: uninitialized
#include <stdio.h>

int main(void) {
    switch (1) {
        int x = 1;
    case 1:
        printf("%d\n", x);
    }
    return 0;
}
