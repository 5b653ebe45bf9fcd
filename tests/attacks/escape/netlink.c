// Asks the kernel for the network's interfaces, and for other odd sockets.
// expect: AC
#include "attack.h"
#include <linux/netlink.h>
#include <linux/rtnetlink.h>

int main(void) {
    static char bytes[32768];
    int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    if (fd >= 0) {
        struct {
            struct nlmsghdr head;
            struct rtgenmsg what;
        } ask = {{0}, {0}};
        ask.head.nlmsg_len = sizeof ask;
        ask.head.nlmsg_type = RTM_GETLINK;
        ask.head.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
        struct timeval patience = {0, 200000};
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        int names = 0;
        if (send(fd, &ask, sizeof ask, 0) > 0) {
            long size = recv(fd, bytes, sizeof bytes, 0);
            for (struct nlmsghdr *it = (void *)bytes; size > 0 && NLMSG_OK(it, size);
                 it = NLMSG_NEXT(it, size))
                names += it->nlmsg_type == RTM_NEWLINK;
        }
        if (names > 1) leak("interfaces");
    }
    for (int kind = 0; kind < 24; kind++)
        if (kind != NETLINK_ROUTE && socket(AF_NETLINK, SOCK_RAW, kind) >= 0) leak("netlink");
    int odd[] = {15 /* KEY */, 16, 17 /* PACKET */, 29 /* CAN */, 31 /* BLUETOOTH */,
                 38 /* ALG */, 40 /* VSOCK */, 44 /* XDP */};
    for (int i = 0; i < 8; i++)
        for (int kind = 1; kind <= 5; kind++)
            if (odd[i] != 16) must_fail("an odd socket", socket(odd[i], kind, 0));
    answer();
    return 0;
}
