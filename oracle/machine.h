// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_MACHINE_H_
#define LOADSTONE_ORACLE_MACHINE_H_

#include <map>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"
#include "harness/world/windows_registry.h"

namespace loadstone::oracle {

struct Installation;

inline constexpr char kHome[] = "/home/user";
inline constexpr char kApplicationPath[] = "/opt/application/bin/application";

// A machine and what an application does on it, as far as a loader can tell: the files with
// manifests, the environment apart from variables of every application, and the application.
// Strings may contain any bytes. Paths and lists are written as on Linux, whatever the platform.
struct Machine {
  Api api = Api::kVulkan;
  std::string platform = "linux";
  std::map<std::string, std::string> files = {};  // by absolute path
  std::map<std::string, std::string> environment = {};
  std::vector<std::string> layers = {};      // that the application requests
  std::vector<std::string> extensions = {};  // the same; Vulkan: also requests portability drivers
  bool create = false;                       // whether it creates an instance, besides enumerating
  bool device = false;                       // and a device; Vulkan only
  bool elevated = false;                     // whether it has elevated privileges
  // On Windows, the values of the registry that may name manifests. Texts are native.
  std::vector<RegistryValue> registry = {};
  // The parts of the machine that are not generated. Must outlive it; null: those of all generated
  // machines of the API.
  const Installation* installation = nullptr;

  bool operator==(const Machine& other) const = default;
};

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_MACHINE_H_
