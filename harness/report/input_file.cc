// SPDX-License-Identifier: Apache-2.0
#include "harness/report/input_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "harness/report/text.h"

namespace loadstone {

std::string ReadInputFile(const std::string& path, const std::string& what, std::size_t most) {
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"),
                                                             &std::fclose);
  std::string text;
  char part[1 << 16];
  while (file != nullptr && text.size() <= most) {
    const std::size_t got = std::fread(part, 1, sizeof part, file.get());
    if (got == 0) break;
    text.append(part, got);
  }
  if (file == nullptr || std::ferror(file.get()) != 0) {
    throw std::runtime_error(
        fmt::format("cannot read the {} in {}: {}", what, OneLine(path), std::strerror(errno)));
  }
  if (text.size() > most) text.resize(most + 1);
  return text;
}

}  // namespace loadstone
