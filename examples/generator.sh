#!/bin/sh
# The smallest generator of others: prints a C program for a seed. `assay hunt --generator 'sh examples/generator.sh {seed}'`
seed=${1:-1}
cat <<EOF
#include <stdio.h>
int main(void) {
    unsigned x = ${seed}u;
    for (int i = 0; i < 100; i++)
        x = x * 1103515245u + 12345u;
    printf("%u\n", x);
    return 0;
}
EOF
