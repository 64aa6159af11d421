// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "harness/report/output_file.h"
#include "harness/report/text.h"

namespace loadstone {

void OutputFile::Fail(int error) const {
  throw std::runtime_error(fmt::format("cannot write the {} to {}: {}", what_,
                                       path_ == "-" ? "the standard output" : OneLine(path_),
                                       std::strerror(error)));
}

}  // namespace loadstone
