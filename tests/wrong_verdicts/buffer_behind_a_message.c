// expect: unknown why=approximation property=unreach-call
// 2026-11-20: said safe, because library functions without model were assumed to write to the objects of their arguments only
#include <sys/socket.h>
extern void reach_error(void);
int main(void) {
  char bytes[4] = {0};
  struct iovec part = {bytes, 4};
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  recvmsg(0, &message, 0);
  if (bytes[0])
    reach_error();
}
