// SPDX-License-Identifier: Apache-2.0
#include "harness/case/case_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>

#include "harness/case/registry.h"

namespace loadstone {

void LoadCaseLibrary(const std::string& path, const std::string& known_as) {
  SetLinkedLibrary((new std::string(known_as))->c_str());  // never freed: the library stays loaded
  const bool loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr;
  SetLinkedLibrary(nullptr);
  if (loaded) return;
  const char* reason = dlerror();
  throw std::runtime_error(reason != nullptr ? reason : "the dynamic linker gives no reason");
}

}  // namespace loadstone
