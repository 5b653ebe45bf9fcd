// Reads memory, disks and the kernel's log as files.
// expect: AC
#include "attack.h"

int main(void) {
    const char *devices[] = {"/dev/mem", "/dev/kmsg", "/dev/port", "/dev/vda", "/dev/sda", "/dev/nvme0n1",
                             "/dev/loop0", "/dev/kvm", "/dev/fuse", "/dev/net/tun", "/dev/vsock",
                             "/dev/userfaultfd", "/proc/kcore", "/proc/kmsg", "/proc/kpagecount",
                             "/sys/kernel/debug/sleep_time"};
    for (int i = 0; i < 16; i++)
        must_fail(devices[i], open(devices[i], O_RDONLY | O_NONBLOCK | O_NOCTTY));
    must_fail("mknod", mknod("disk", S_IFBLK | 0600, makedev(254, 0)));
    answer();
    return 0;
}
