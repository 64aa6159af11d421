// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_KEEPER_MESSAGE_H_
#define LOADSTONE_HARNESS_SANDBOX_KEEPER_MESSAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

// A message between a LinuxSandbox and its keeper: a kind, and fields in the order in which they
// were added. Both programs are of the same build, so messages need no version.
struct KeeperMessage {
  enum class Kind : uint8_t {
    // To the keeper.
    kOptions,  // SandboxOptions; answered by kReady or kUnusable
    // WorldRequest; answered by kResult, kFailed or kNotOnPlatform, if requested after kStarted
    kRun,
    // From the keeper.
    kReady,
    kUnusable,       // the text of an EnvironmentError
    kStarted,        // the process ID of a world's first process, outside of it
    kResult,         // ProbeResult
    kFailed,         // the text of a HarnessError
    kNotOnPlatform,  // the text of a NotOnPlatform
  };
  Kind kind = Kind::kReady;
  std::string bytes = {};
};

// A world to create, with the arguments of its probe.
struct WorldRequest {
  World world = {};
  std::vector<std::string> arguments = {};
  Limits limits = {};
  bool tell_start = false;
};

// The options of a sandbox with the folder of MakeCoverageSandbox, which may be empty.
struct KeeperOptions : SandboxOptions {
  std::string coverage = {};
};

KeeperMessage MessageOf(const SandboxOptions& options, const std::string& coverage = {});
KeeperMessage MessageOf(const World& world, const std::vector<std::string>& arguments,
                        const Limits& limits, bool tell_start);
KeeperMessage MessageOf(const ProbeResult& probe_result);
KeeperMessage MessageOf(KeeperMessage::Kind kind, const std::string& text);

// Each throws HarnessError for bytes that MessageOf did not produce.
KeeperOptions ReadOptions(const KeeperMessage& message);
WorldRequest ReadWorldRequest(const KeeperMessage& message);
ProbeResult ReadProbeResult(const KeeperMessage& message);

// Writes a whole message to the socket `fd`. Returns false if the other end is closed.
bool Send(int fd, const KeeperMessage& message);
// Reads a whole message from `fd`. Returns false at the end of the stream.
bool Receive(int fd, KeeperMessage& message);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_KEEPER_MESSAGE_H_
