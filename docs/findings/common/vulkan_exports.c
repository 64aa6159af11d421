// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_exports LIBRARY FUNCTION...    which of the functions the library itself exports
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

int main(int count, char** words) {
  if (count < 2) return 2;
  void* library = dlopen(words[1], RTLD_NOW);
  struct link_map* own;
  if (!library || dlinfo(library, RTLD_DI_LINKMAP, &own))
    return fprintf(stderr, "%s\n", dlerror()), 2;
  for (int i = 2; i < count; ++i) {
    void* function = dlsym(library, words[i]);
    Dl_info place;
    int exported = function && dladdr(function, &place) && !strcmp(place.dli_fname, own->l_name);
    printf("%s%s %s", i > 2 ? ", " : "", words[i], exported ? "exported" : "not exported");
  }
  return 0;
}
