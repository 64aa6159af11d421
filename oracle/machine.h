// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_MACHINE_H_
#define LOADSTONE_ORACLE_MACHINE_H_

#include <map>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"

namespace loadstone::oracle {

struct Installation;

inline constexpr char kHome[] = "/home/user";
inline constexpr char kApplicationPath[] = "/opt/application/bin/application";

// A machine and what an application does on it, as far as a loader can tell: the files with
// manifests, the environment beside that of every application, and the application. Strings hold
// any bytes.
struct Machine {
  Api api = Api::kVulkan;
  std::map<std::string, std::string> files = {};  // by absolute path
  std::map<std::string, std::string> environment = {};
  std::vector<std::string> layers = {};      // that the application asks for
  std::vector<std::string> extensions = {};  // likewise; of Vulkan, for portability drivers
  bool create = false;                       // an instance, beside enumerating
  bool device = false;                       // and a device; of Vulkan
  bool elevated = false;                     // with rights that its user does not have
  // What else is there, which must outlive this; null: what all generated machines of the API have.
  const Installation* installation = nullptr;

  bool operator==(const Machine& other) const = default;
};

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_MACHINE_H_
