// SPDX-License-Identifier: Apache-2.0
#include "harness/world/vulkan_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/world/places.h"

namespace loadstone::vulkan_world_test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class VulkanWorldTest : public testing::Test {
 protected:
  VulkanWorldTest() {
    subject_.path = "/host/libvulkan.so.1";
    subject_.api_version = {1, 3, 239};
    subject_.folders.explicit_layers = {"/home/user/.config/vulkan/explicit_layer.d",
                                        "/usr/share/vulkan/explicit_layer.d"};
    subject_.folders.implicit_layers = {"/etc/vulkan/implicit_layer.d"};
    subject_.folders.drivers = {"/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d"};
  }

  // Returns the node at `path`, or one of a kind that no test expects.
  static Node At(const World& world, const std::string& path) {
    for (const Node& node : world.nodes()) {
      if (node.path == path) return node;
    }
    ADD_FAILURE() << "nothing at " << path;
    return {};
  }
  static bool Has(const World& world, const std::string& path) {
    for (const Node& node : world.nodes()) {
      if (node.path == path) return true;
    }
    return false;
  }

  Subject subject_;
};

TEST_F(VulkanWorldTest, HasADriverInTheLastSystemFolder) {
  const World world = VulkanWorld(subject_).Build();
  const Node manifest = At(world, "/usr/share/vulkan/icd.d/driver.json");
  EXPECT_THAT(manifest.text, HasSubstr("/opt/loadstone/libdriver.so"));
  const Node library = At(world, "/opt/loadstone/libdriver.so");
  EXPECT_EQ(library.kind, Node::Kind::kCopy);
  EXPECT_EQ(library.text, "vulkan_driver.so");
  const Node config = At(world, "/opt/loadstone/libdriver.so.config");
  EXPECT_THAT(config.text, HasSubstr(kTracePath));
  EXPECT_THAT(config.text, HasSubstr(R"("who": "driver")"));
}

TEST_F(VulkanWorldTest, HasNoDriverWhenTold) {
  EXPECT_THAT(VulkanWorld(subject_).WithoutDriver().Build().nodes(), SizeIs(1)) << "the home alone";
}

TEST_F(VulkanWorldTest, BuildsTheSameTwice) {
  const VulkanWorld world = VulkanWorld(subject_).With(Driver("other"));
  EXPECT_EQ(world.Build().nodes().size(), world.Build().nodes().size());
}

TEST_F(VulkanWorldTest, InstallsLayersInTheFolderOfTheirKind) {
  const World world = VulkanWorld(subject_)
                          .With(Layer("VK_LAYER_LS_a"))
                          .With(Layer("VK_LAYER_LS_b").Implicit())
                          .With(Layer("VK_LAYER_LS_c").In("/srv/layers").ManifestFile("c.json"))
                          .Build();
  EXPECT_THAT(At(world, "/usr/share/vulkan/explicit_layer.d/VK_LAYER_LS_a.json").text,
              HasSubstr(R"("api_version": "1.3.0")"));
  EXPECT_TRUE(Has(world, "/etc/vulkan/implicit_layer.d/VK_LAYER_LS_b.json"));
  EXPECT_TRUE(Has(world, "/srv/layers/c.json"));
  EXPECT_TRUE(Has(world, "/opt/loadstone/libVK_LAYER_LS_c.so"));
}

TEST_F(VulkanWorldTest, MetaLayerHasNoLibrary) {
  const World world = VulkanWorld(subject_).With(Layer::Meta("VK_LAYER_LS_meta", {"x"})).Build();
  EXPECT_TRUE(Has(world, "/usr/share/vulkan/explicit_layer.d/VK_LAYER_LS_meta.json"));
  EXPECT_FALSE(Has(world, "/opt/loadstone/libVK_LAYER_LS_meta.so"));
}

TEST_F(VulkanWorldTest, LayersOfOneNameAreTwoCopiesUnderTwoNames) {
  const World world = VulkanWorld(subject_)
                          .With(Layer("VK_LAYER_LS_a").Who("first").In("/x"))
                          .With(Layer("VK_LAYER_LS_a").Who("second").In("/y"))
                          .Build();
  EXPECT_TRUE(Has(world, "/opt/loadstone/libfirst.so"));
  EXPECT_TRUE(Has(world, "/opt/loadstone/libsecond.so"));
}

TEST_F(VulkanWorldTest, LibraryNamesAreHarmless) {
  const World world =
      VulkanWorld(subject_).With(Layer("../ \xff").ManifestFile("odd.json")).Build();
  EXPECT_TRUE(Has(world, "/opt/loadstone/lib_____.so"));
  const World longest =
      VulkanWorld(subject_).With(Layer(std::string(300, 'a')).ManifestFile("odd.json")).Build();
  EXPECT_TRUE(Has(longest, "/opt/loadstone/lib" + std::string(200, 'a') + ".so"));
}

TEST_F(VulkanWorldTest, BehaviourReachesTheConfiguration) {
  const World world =
      VulkanWorld(subject_).With(Layer("a").Behaviour(R"({"faults": {"load": "crash"}})")).Build();
  EXPECT_THAT(At(world, "/opt/loadstone/liba.so.config").text, HasSubstr("crash"));
}

TEST_F(VulkanWorldTest, AsksTheMachineForTheRest) {
  VulkanWorld world(subject_);
  world.Env("A", "1")
      .Unset("HOME")
      .Application("/srv/app")
      .Elevated()
      .Directory("/d", 0700)
      .File("/f", "x")
      .Symlink("/l", "f");
  const World built = world.Build();
  EXPECT_EQ(built.environment().size(), 1u);
  EXPECT_EQ(built.application(), "/srv/app");
  EXPECT_TRUE(built.elevated());
  EXPECT_EQ(At(built, "/d").mode, 0700u);
  EXPECT_EQ(At(built, "/f").text, "x");
  EXPECT_EQ(At(built, "/l").kind, Node::Kind::kSymlink);
}

TEST(VulkanFoldersTest, StandBelowARoot) {
  EXPECT_EQ(ExplicitFolder("/etc"), "/etc/vulkan/explicit_layer.d");
  EXPECT_EQ(ImplicitFolder("/etc"), "/etc/vulkan/implicit_layer.d");
  EXPECT_EQ(DriverFolder("/etc"), "/etc/vulkan/icd.d");
}

}  // namespace
}  // namespace loadstone::vulkan_world_test
