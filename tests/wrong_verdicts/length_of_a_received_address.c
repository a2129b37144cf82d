// expect: safe property=valid-memsafety
// 2026-11-19: said unsafe, because the address of a socket of AF_INET had any length.
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>
int main(void) {
  char data[8];
  struct sockaddr_in peer;
  socklen_t length = sizeof peer;
  int file = socket(AF_INET, SOCK_DGRAM, 0);
  long count = recvfrom(file, data, sizeof data, 0, (struct sockaddr *)&peer, &length);
  if (count > 0)
    sendto(file, data, (size_t)count, 0, (struct sockaddr *)&peer, length);
  return 0;
}
