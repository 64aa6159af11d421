// SPDX-License-Identifier: Apache-2.0
// Starts Wine in a world for Windows, as the application that Linux sees. It is a separate program,
// because the keeper copies the application into the world, and Wine searches for its libraries
// next to its program.
//
// usage: wine_launcher WINE WORDS..., which becomes WINE with these words.

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>

int main(int count, char** words) {
  if (count < 3) {
    fputs("wine_launcher: a part of loadstone, which starts it; see loadstone --help\n", stderr);
    return 2;
  }
  execv(words[1], words + 1);
  fprintf(stderr, "cannot execute %s: %s\n", words[1], strerror(errno));
  return 127;
}
