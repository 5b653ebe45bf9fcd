// Calls that open much of the kernel, and none of which a contest needs.
// expect: AC
#include "attack.h"
#include <linux/bpf.h>
#include <linux/perf_event.h>

int main(void) {
    char ring[256] = "";
    union bpf_attr map;
    struct perf_event_attr event;
    memset(&map, 0, sizeof map);
    map.map_type = BPF_MAP_TYPE_ARRAY;
    map.key_size = map.value_size = 4;
    map.max_entries = 1;
    memset(&event, 0, sizeof event);
    event.type = PERF_TYPE_SOFTWARE;
    event.size = sizeof event;
    event.exclude_kernel = event.exclude_hv = 1;
    must_fail("io_uring_setup", syscall(425, 4, ring));
    must_fail("bpf", syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
    must_fail("perf_event_open", syscall(SYS_perf_event_open, &event, 0, -1, -1, 0));
    must_fail("userfaultfd", syscall(SYS_userfaultfd, O_CLOEXEC | 1));
    must_fail("fanotify_init", syscall(SYS_fanotify_init, 0, 0));
    must_fail("keyctl", syscall(SYS_keyctl, 0 /* GET_KEYRING_ID */, -3, 1));
    must_fail("syslog", syscall(SYS_syslog, 3 /* READ_ALL */, ring, sizeof ring));
#ifdef SYS_iopl
    must_fail("iopl", syscall(SYS_iopl, 3));
    must_fail("ioperm", syscall(SYS_ioperm, 0x80, 1, 1));
#endif
    // Wrong numbers: with the right to it the error would be another.
    if (syscall(SYS_reboot, 0xfee1dead, 1, 0, 0) == 0 || errno == EINVAL) leak("reboot");
    if (syscall(SYS_init_module, ring, 0, "") == 0 || errno == ENOEXEC) leak("init_module");
    answer();
    return 0;
}
