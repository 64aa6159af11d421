// SPDX-License-Identifier: Apache-2.0
// A compiler for scripts for cmd that run under Wine: sends the current folder and its words, each
// with a null behind it, to the port COMPILER_PORT of this machine, where a test runs the cross
// compiler of the Linux below. The answer is the compiler's exit status as a digit, and its output.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <winsock2.h>

int main(int count, char** words) {
  char answer[4096] = "";
  int got = 0, all = 0;
  WSADATA data;
  WSAStartup(MAKEWORD(2, 2), &data);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((u_short)atoi(getenv("COMPILER_PORT")))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  SOCKET test = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(test, (struct sockaddr*)&address, sizeof address) != 0) return 1;
  char folder[MAX_PATH];
  GetCurrentDirectoryA(MAX_PATH, folder);
  words[0] = folder;
  for (int i = 0; i < count; ++i) send(test, words[i], (int)strlen(words[i]) + 1, 0);
  shutdown(test, SD_SEND);
  while ((got = recv(test, answer + all, (int)sizeof answer - 1 - all, 0)) > 0) all += got;
  fputs(answer + (all > 0), stderr);
  return answer[0] == '0' ? 0 : 1;
}
