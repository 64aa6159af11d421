// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_ELF_NOTE_H_
#define LOADSTONE_HARNESS_RUNNER_ELF_NOTE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loadstone {

// The content of the first note of that owner and type that a program or shared library has;
// nothing where the file has none, or is no such file.
std::optional<std::string> ReadElfNote(const std::string& path, std::string_view owner,
                                       uint32_t type);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_ELF_NOTE_H_
