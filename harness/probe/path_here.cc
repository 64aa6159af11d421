// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/path_here.h"

#ifdef _WIN32
#include <windows.h>

#include <algorithm>

#include "harness/world/drive_letter.h"
#endif

namespace loadstone {

std::string PathHere(std::string path) {
#ifdef _WIN32
  wchar_t folder[MAX_PATH] = {};
  GetCurrentDirectoryW(MAX_PATH, folder);
  // Wine takes a path that begins with a slash for one of Linux.
  std::replace(path.begin(), path.end(), '/', '\\');
  path = WithDrive(path, kWorldDrive, static_cast<char>(folder[0]));
#endif
  return path;
}

}  // namespace loadstone
