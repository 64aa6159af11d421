// SPDX-License-Identifier: Apache-2.0
#include "harness/component/read_component.h"

#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <filesystem>

#include "harness/component/elf_symbols.h"
#include "harness/component/find_library.h"
#include "harness/component/manifest_file.h"
#include "harness/errors.h"
#include "harness/world/elf_file.h"
#include "harness/world/platform.h"
#include "interfaces/android/hwvulkan.h"

namespace loadstone {
namespace {

constexpr char kTakes[] =
    "check-driver --platform android takes an Android hardware module that was built for this "
    "machine";

ComponentUnderTest Read(const std::string& path, const std::string& platform,
                        const LibrarySearch& search, SubjectKind kind, const char* member,
                        const char* negotiate) {
  rapidjson::Document document;
  ComponentUnderTest component = BeginComponent(path, kind, search, document);
  component.platform = platform;
  if (!component.json_problem.empty()) return component;
  RequireKind(document, path, kind);
  const rapidjson::Value* object = Member(document, member);
  if (object != nullptr && object->IsObject()) {
    const Api api = kind == SubjectKind::kDriver ? Api::kVulkan : Api::kOpenXr;
    ReadComponentMembers(*object, negotiate, api, search, component);
  }
  return component;
}

// Throws EnvironmentError for a dangling link, a folder, a pipe or a file of another architecture.
void CheckModuleFile(const std::string& path) {
  const ElfFile file = ExamineElfFile(path);
  switch (file.kind) {
    case ElfKind::kLibrary:
      return;
    case ElfKind::kMissing:
      throw EnvironmentError(
          fmt::format("cannot find the module {}: {}", path, strerror(file.error)));
    case ElfKind::kUnreadable:
      throw EnvironmentError(
          fmt::format("cannot read the module {}: {}", path, strerror(file.error)));
    case ElfKind::kNotRegular:
      throw EnvironmentError(path + " is not a regular file; " + kTakes);
    case ElfKind::kNotElf:
      throw EnvironmentError(path + " is not an ELF file; " + kTakes);
    case ElfKind::kNotLibrary:
      throw EnvironmentError(path + " is an ELF file but not a shared library; " + kTakes);
    case ElfKind::kOtherArchitecture:
      throw EnvironmentError(path + " is for another architecture than this program; " + kTakes);
  }
}

bool HasName(const std::vector<std::string>& names, const char* name) {
  return std::ranges::find(names, name) != names.end();
}

// Loaders find the symbol by dlsym, so it may also be in a library that the module needs.
void RequireModule(const std::string& path, const ComponentUnderTest& component,
                   const std::vector<std::string>& needs) {
  const auto& exports = component.exports;
  if (HasName(exports, HAL_MODULE_INFO_SYM_AS_STR)) return;
  for (const std::string& library : needs) {
    if (HasName(ReadElfSymbols(library).exports, HAL_MODULE_INFO_SYM_AS_STR)) return;
  }
  const bool icd = std::any_of(exports.begin(), exports.end(),
                               [](const std::string& name) { return name.starts_with("vk_icd"); });
  throw EnvironmentError(fmt::format(
      "{} has no symbol " HAL_MODULE_INFO_SYM_AS_STR ", so it is not a hardware module{}; {}", path,
      icd ? " but a driver for Linux, whose manifest check-driver takes without --platform" : "",
      kTakes));
}

}  // namespace

ComponentUnderTest ReadDriver(const std::string& path, const std::string& platform,
                              const LibrarySearch& search) {
  return Read(path, platform, search, SubjectKind::kDriver, "ICD",
              "vk_icdNegotiateLoaderICDInterfaceVersion");
}

ComponentUnderTest ReadHalModule(const std::string& path) {
  CheckModuleFile(path);
  ComponentUnderTest component;
  component.kind = SubjectKind::kHalModule;
  component.manifest = std::filesystem::absolute(path);
  component.library_path = component.manifest;
  component.platform = kAndroid;
  FoundLibrary found = FindLibrary(component.manifest, "/");
  if (found.path.empty()) throw EnvironmentError(found.problem + "; " + kTakes);
  component.library = found.path;
  component.library_bits = BitsOf(OwnArchitecture());
  component.files = found.files;
  component.library_folders = found.folders;
  component.shown_folders = found.shown;
  component.exports = ReadElfSymbols(found.path).exports;
  RequireModule(path, component, found.needs);
  return component;
}

ComponentUnderTest ReadRuntime(const std::string& path, const std::string& platform,
                               const LibrarySearch& search) {
  return Read(path, platform, search, SubjectKind::kRuntime, "runtime",
              "xrNegotiateLoaderRuntimeInterface");
}

}  // namespace loadstone
