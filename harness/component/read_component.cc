#include "harness/component/read_component.h"

#include "harness/component/manifest_file.h"

namespace loadstone::inline component {
namespace {

ComponentUnderTest Read(const std::string& path, const std::string& platform, const char* kind,
                        const char* member, const char* negotiate) {
  rapidjson::Document document;
  ComponentUnderTest component = BeginComponent(path, kind, document);
  component.platform = platform;
  if (!component.json_problem.empty()) return component;
  RequireKind(document, path, kind);
  const rapidjson::Value* object = Member(document, member);
  if (object != nullptr && object->IsObject()) {
    ReadComponentMembers(*object, negotiate, component);
  }
  return component;
}

}  // namespace

ComponentUnderTest ReadDriver(const std::string& path, const std::string& platform) {
  return Read(path, platform, "driver", "ICD", "vk_icdNegotiateLoaderICDInterfaceVersion");
}

ComponentUnderTest ReadRuntime(const std::string& path, const std::string& platform) {
  return Read(path, platform, "runtime", "runtime", "xrNegotiateLoaderRuntimeInterface");
}

}  // namespace loadstone::inline component
