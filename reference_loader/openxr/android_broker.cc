// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/android_broker.h"

#include <memory>
#include <string>

#include "reference_loader/common/json.h"
#include "reference_loader/common/path_list.h"
#include "reference_loader/openxr/architecture.h"

namespace reference_loader::openxr {
namespace {

// The documents do not say which one is queried first.
constexpr const char* kAuthorities[] = {"org.khronos.openxr.system_runtime_broker",
                                        "org.khronos.openxr.runtime_broker"};
constexpr char kNegotiate[] = "xrNegotiateLoaderRuntimeInterface";

// One table of a content provider.
std::unique_ptr<JsonDocument> Query(const Platform& platform, const std::string& authority,
                                    const std::string& path, const Log& log) {
  const std::optional<std::string> answer = platform.Content(authority, path);
  if (!answer) return nullptr;
  std::string problem;
  std::unique_ptr<JsonDocument> table = JsonDocument::Parse(*answer, &problem);
  if (table == nullptr) log.Error("the answer of " + authority + " is no table: " + problem);
  return table;
}

// The name of the negotiation function of the package's runtime.
std::string NegotiateFunction(const Platform& platform, const std::string& authority,
                              const std::string& path, const Log& log) {
  const std::unique_ptr<JsonDocument> table = Query(platform, authority, path, log);
  if (table == nullptr) return kNegotiate;
  for (const JsonValue row : table->Root().Elements()) {
    if (row.Get("function_name").String() == kNegotiate) {
      return row.Get("symbol_name").String().value_or(kNegotiate);
    }
  }
  return kNegotiate;
}

}  // namespace

std::vector<RuntimeManifest> RuntimesOfBrokers(const Platform& platform, const Log& log) {
  std::vector<RuntimeManifest> runtimes;
  if (!platform.rules().is_android) return runtimes;
  const std::string base = std::string("/openxr/1/abi/") + kArchitecture + "/runtimes/";
  for (const std::string authority : kAuthorities) {
    const std::unique_ptr<JsonDocument> table = Query(platform, authority, base + "active", log);
    if (table == nullptr) continue;
    for (const JsonValue row : table->Root().Elements()) {
      const auto folder = row.Get("native_lib_dir").String();
      const auto file = row.Get("so_filename").String();
      if (!folder || !file || folder->empty() || file->empty()) {
        log.Error("a row of " + authority + " names no library");
        continue;
      }
      const std::string package = row.Get("package_name").String().value_or("");
      const bool renamed = row.Get("has_functions").Boolean().value_or(false);
      runtimes.push_back(
          {.manifest_path = authority,
           .library_path = JoinPath(*folder, *file),
           .negotiate_function =
               renamed ? NegotiateFunction(platform, authority, base + package + "/functions", log)
                       : kNegotiate});
    }
  }
  return runtimes;
}

}  // namespace reference_loader::openxr
