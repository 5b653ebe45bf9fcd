// Leaves a POSIX queue, and a lock on a file that all may open.
// expect: AC
// limits: cases=2
#include "attack.h"
#include <mqueue.h>
#include <sys/file.h>

int main(void) {
    long queue = syscall(SYS_mq_open, NAME, O_RDWR, 0600, 0);
    if (queue >= 0) {
        leak("a POSIX queue");
        syscall(SYS_mq_unlink, NAME);
    } else {
        syscall(SYS_mq_open, NAME, O_RDWR | O_CREAT, 0600, 0);
    }
    answer();
    // The lock lives as long as the child that holds it.
    int file = open("/etc/passwd", O_RDONLY);
    if (file >= 0 && twin() == 0) {
        flock(file, LOCK_EX);
        for (;;) pause();
    }
    if (file >= 0) usleep(20000);
    return 0;
}
