// The first thread ends: /proc shows a zombie without memory, while another
// thread fills it.
// expect: MLE
#include "attack.h"

static void *fill(void *nothing) {
    usleep(20000);
    touch(pages(100 * MIB, MAP_PRIVATE), 100 * MIB);
    usleep(50000);
    answer();
    exit(0);
    return nothing;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, fill, 0);
    pthread_exit(0);
}
