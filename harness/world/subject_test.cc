// SPDX-License-Identifier: Apache-2.0
#include "harness/world/subject.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/json/bad_members.h"
#include "harness/world/component_under_test.h"

namespace loadstone::subject_test {
namespace {

Subject Example() {
  Subject subject;
  subject.path = "/opt/a \"b\"/libvulkan.so.1";
  subject.api = Api::kVulkan;
  subject.bits = 32;
  subject.processor = kOwnProcessor == Processor::kArm ? Processor::kX86 : Processor::kArm;
  subject.spec = {1, 3, 239};
  subject.api_version = {1, 4, 0};
  subject.folders.explicit_layers = {"/etc/vulkan/explicit_layer.d", "/x/vulkan/explicit_layer.d"};
  subject.folders.drivers = {"/etc/vulkan/icd.d"};
  subject.unread_key = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers";
  return subject;
}

TEST(SubjectTest, TravelsAsOneLine) {
  const Subject before = Example();
  const std::string line = before.ToJson();
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const Subject after = Subject::FromJson(line);
  EXPECT_EQ(after.path, before.path);
  EXPECT_EQ(after.api, before.api);
  EXPECT_EQ(after.platform, before.platform);
  EXPECT_EQ(after.bits, before.bits);
  EXPECT_EQ(after.processor, before.processor);
  EXPECT_EQ(after.spec.ToString(), "1.3.239");
  EXPECT_EQ(after.api_version.ToString(), "1.4.0");
  EXPECT_EQ(after.folders.explicit_layers, before.folders.explicit_layers);
  EXPECT_EQ(after.folders.implicit_layers, before.folders.implicit_layers);
  EXPECT_EQ(after.folders.drivers, before.folders.drivers);
  EXPECT_EQ(after.unread_key, before.unread_key);
}

TEST(SubjectTest, RefusesWhatIsNoJson) {
  EXPECT_THROW(Subject::FromJson("vulkan"), std::invalid_argument);
  EXPECT_THROW(Subject::FromJson(""), std::invalid_argument);
}

TEST(SubjectTest, RefusesABadMember) {
  for (const std::string& json : WithInvalidMembers(Example().ToJson())) {
    EXPECT_THROW(Subject::FromJson(json), std::invalid_argument) << json;
  }
}

TEST(ComponentUnderTestTest, RefusesABadMember) {
  const ComponentUnderTest layer = {.manifest = "/m.json", .name = "VK_LAYER_LS_a"};
  EXPECT_EQ(ComponentUnderTest::FromJson(layer.ToJson()).name, "VK_LAYER_LS_a");
  for (const std::string& json : WithInvalidMembers(layer.ToJson())) {
    EXPECT_THROW(ComponentUnderTest::FromJson(json), std::invalid_argument) << json;
  }
}

TEST(SubjectTest, KeepsItsFileNameInTheWorld) {
  EXPECT_EQ(Example().PathInWorld(), "/loadstone/subject/libvulkan.so.1");
}

TEST(SubjectTest, LastSystemFolderIsNotTheUsers) {
  EXPECT_EQ(LastSystemFolder({"/home/user/a", "/etc", "/usr", "/home/user/b"}, "/home/user"),
            "/usr");
  EXPECT_EQ(LastSystemFolder({"/home/user2/a", "/home/user/b"}, "/home/user"), "/home/user2/a");
  EXPECT_EQ(LastSystemFolder({"/home/user/a", "/home/user/b"}, "/home/user"), "/home/user/b");
  EXPECT_EQ(LastSystemFolder({"/etc", "/home/user/b"}, "/home/other"), "/etc");
  EXPECT_EQ(LastSystemFolder({}, "/home/user"), "");
}

}  // namespace
}  // namespace loadstone::subject_test
