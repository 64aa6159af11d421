// SPDX-License-Identifier: Apache-2.0
// How check-package reads a Fuchsia archive: its files, and the same bytes as JSON5.

#include <cstdint>
#include <functional>

#include "fuzz/inside/support/target.h"
#include "harness/package/far_archive.h"
#include "harness/package/json5.h"

namespace {

using namespace loadstone;
using fuzz::inside::Require;

// Whether unpacking the archive would write to `path` outside of the target folder.
bool LeavesFolder(const std::string& path) {
  const std::string between = "/" + path + "/";
  return path.starts_with('/') || between.find("/../") != std::string::npos;
}

void CheckArchive(std::string_view bytes) {
  const std::less_equal<const char*> before;
  for (const auto& [path, content] : ReadFarArchive(bytes)) {
    if (path.empty() || LeavesFolder(path)) Require("a path leads out of the archive: " + path);
    if (!before(bytes.data(), content.data()) ||
        !before(content.data() + content.size(), bytes.data() + bytes.size())) {
      Require("a file is no part of the archive: " + path);
    }
    if (path == "meta.far") CheckArchive(content);
  }
}

// Converting JSON5 may remove only comments and add only quotes and escapes.
void CheckJson5(const std::string& text) {
  constexpr size_t kMostAdded = 2;
  if (JsonFromJson5(text).size() > (1 + kMostAdded) * text.size() + kMostAdded) {
    Require("the JSON of a text in JSON5 is too long");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckJson5(std::string(bytes));
  try {
    CheckArchive(bytes);
  } catch (const FarError&) {
    return 0;
  }
  return 0;
}
