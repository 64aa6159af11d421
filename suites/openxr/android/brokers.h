// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_ANDROID_BROKERS_H_
#define LOADSTONE_SUITES_OPENXR_ANDROID_BROKERS_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "harness/case/openxr_case.h"
#include "harness/world/mock_library.h"

// Code shared by the suites about runtime brokers. The answers of content providers are files of
// the world, where the loader's substitute for Android's services reads them.
namespace loadstone::suites {

inline constexpr char kSystemBroker[] = "org.khronos.openxr.system_runtime_broker";
inline constexpr char kInstallableBroker[] = "org.khronos.openxr.runtime_broker";
inline constexpr char kPackage[] = "org.example.runtime";
inline constexpr char kActive[] = "active";
inline constexpr char kOwnTables[] = "/openxr/1/abi/x86_64/runtimes/";
inline constexpr char kOfBroker[] = "of_the_broker";
inline constexpr char kOfFiles[] = "of_the_files";

// One row of the table of active runtimes; `path` is that of a library.
inline std::string Row(const std::string& path, bool has_functions = false,
                       const char* package = kPackage, const char* after_folder = "") {
  const size_t slash = path.rfind('/');
  return JsonObject()
      .Set("package_name", package)
      .Set("native_lib_dir", path.substr(0, slash) + after_folder)
      .Set("so_filename", path.substr(slash + 1))
      .Merge(has_functions ? R"({"has_functions": true})" : R"({"has_functions": false})")
      .Text();
}

// A machine on which a file names a runtime as well, with providers that answer.
class BrokerWorld {
 public:
  explicit BrokerWorld(Case& c) : subject_(c.subject()), world_(c.subject()) {
    world_.WithoutRuntime().With(Runtime(kOfFiles));
  }

  // Installs the library of a runtime that no manifest names; returns its path.
  std::string Install(const std::string& name, const std::string& variant = "openxr_runtime",
                      const std::string& behaviour = "{}") {
    return AddMockLibrary(world_.machine(), subject_, name, variant, JsonObject().Merge(behaviour));
  }

  // Installs libruntime.so in a folder whose path has that many characters; returns this path.
  std::string InstallBelow(const std::string& name, size_t size) {
    std::string folder = "/data/app";
    while (folder.size() + 1 < size) {
      folder += "/" + std::string(std::min<size_t>(100, size - folder.size() - 1), 'n');
    }
    InstallAt(folder + "/libruntime.so", name);
    return folder;
  }

  void InstallAt(const std::string& path, const std::string& name) {
    AddMockLibraryAt(world_.machine(), subject_, path, name, "openxr_runtime");
  }

  // Sets the answer of a provider for one of its tables.
  BrokerWorld& Answer(const std::string& authority, const std::string& table,
                      const std::string& content) {
    world_.File("/data/system/providers/" + authority + table + ".json", content);
    return *this;
  }
  BrokerWorld& Active(const std::string& authority, const std::vector<std::string>& rows) {
    return Answer(authority, std::string(kOwnTables) + kActive,
                  fmt::format("[{}]", fmt::join(rows, ", ")));
  }

  Observation Run(Case& c) const {
    return Run(c, [](OpenXrApp& app) { app.RunFullSequence(); });
  }
  Observation Run(Case& c, const std::function<void(OpenXrApp&)>& app) const {
    return Observe(c, world_, app);
  }

 private:
  const Subject& subject_;
  OpenXrWorld world_;
};

struct Broker {
  const char* name;
  const char* authority;
};
inline constexpr Broker kBrokers[] = {{"system_broker", kSystemBroker},
                                      {"installable_broker", kInstallableBroker}};

// Rows of libraries that cannot be opened.
inline std::vector<std::string> MissingRows(size_t count) {
  std::vector<std::string> rows;
  for (size_t i = 0; i < count; ++i) {
    rows.push_back(Row(fmt::format("/opt/missing/libruntime{}.so", i)));
  }
  return rows;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_ANDROID_BROKERS_H_
