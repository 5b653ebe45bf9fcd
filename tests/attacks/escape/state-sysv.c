// Leaves messages to the next testcase with System V's means.
// expect: AC
// limits: cases=2
#include "attack.h"
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
    int memory = shmget(@SYSV_KEY@, 4096, 0600);
    int semaphore = semget(@SYSV_KEY@, 1, 0600);
    int queue = msgget(@SYSV_KEY@, 0600);
    if (memory >= 0) leak("System V memory"), shmctl(memory, IPC_RMID, 0);
    if (semaphore >= 0) leak("a System V semaphore"), semctl(semaphore, 0, IPC_RMID);
    if (queue >= 0) leak("a System V queue"), msgctl(queue, IPC_RMID, 0);
    if (memory < 0 && semaphore < 0 && queue < 0) {
        shmget(@SYSV_KEY@, 4096, IPC_CREAT | 0600);
        semget(@SYSV_KEY@, 1, IPC_CREAT | 0600);
        msgget(@SYSV_KEY@, IPC_CREAT | 0600);
    }
    answer();
    return 0;
}
