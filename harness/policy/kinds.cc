// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/kinds.h"

namespace loadstone {
namespace {

constexpr std::pair<Api, std::string_view> kApis[] = {{Api::kVulkan, "vulkan"},
                                                      {Api::kOpenXr, "openxr"}};

constexpr std::pair<SubjectKind, std::string_view> kSubjectKinds[] = {
    {SubjectKind::kLoader, "loader"},   {SubjectKind::kLayer, "layer"},
    {SubjectKind::kDriver, "driver"},   {SubjectKind::kHalModule, "hal_module"},
    {SubjectKind::kRuntime, "runtime"}, {SubjectKind::kInstaller, "installer"},
    {SubjectKind::kDevice, "device"},   {SubjectKind::kPackage, "package"}};

}  // namespace

std::string_view Name(Api api) { return NameIn(kApis, api); }
std::string_view Name(SubjectKind kind) { return NameIn(kSubjectKinds, kind); }

std::optional<Api> ApiFromName(std::string_view name) { return ValueIn(kApis, name); }
std::optional<SubjectKind> SubjectKindFromName(std::string_view name) {
  return ValueIn(kSubjectKinds, name);
}

}  // namespace loadstone
