// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_SHOW_H_
#define LOADSTONE_TOOL_SHOW_H_

#include <filesystem>
#include <string>

#include "harness/sandbox/sandbox.h"
#include "harness/world/world.h"

namespace loadstone {

// Describes the world: files with their content, environment, application.
std::string Describe(const World& world);
// Describes the trace, one event per line: who, what, and the fields.
std::string DescribeTrace(const std::string& trace);

// Writes the world's files, world.txt, environment, trace.jsonl, output.txt and, for a world for
// Windows, registry.reg to `folder`, which must not exist. Copies of mocks are taken from
// `library`. Throws std::runtime_error with one line.
void Keep(const std::filesystem::path& folder, const std::filesystem::path& library,
          const World& world, const ProbeResult& probe_result);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_SHOW_H_
