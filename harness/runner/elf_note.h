// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_ELF_NOTE_H_
#define LOADSTONE_HARNESS_RUNNER_ELF_NOTE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loadstone {

// Returns the content of the first note with that owner and type in a program or shared library;
// std::nullopt if the file has none, or is not an ELF file.
std::optional<std::string> ReadElfNote(const std::string& path, std::string_view owner,
                                       uint32_t type);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_ELF_NOTE_H_
