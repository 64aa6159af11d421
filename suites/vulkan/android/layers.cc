// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/android/android.h"

// Android: Implement Vulkan, "Finding and loading layers"; LoaderLayerInterface, "Android Layer
// Discovery", "Layer Manifest File Usage" and "Layer Interface Version 0".
namespace loadstone::suites::android_layers {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kDecoy[] = "VK_LAYER_LS_decoy";
constexpr char kOtherPackage[] = "org.loadstone.other";

VULKAN_CASE(LS_ANDROID_LOADER_10, layer_of_the_application, policy::LLP_LOADER_1) {
  const Observation seen =
      RunEnabling(c, AndroidWorld(c.subject()).With(Layer(kOne)).With(Layer(kTwo)), {kOne, kTwo});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kTwo))
      << "the application can enumerate the layers in its native library folder";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne, kTwo))
      << "the application can enable the layers in its native library folder";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne, kTwo))
      << "the application can enable the layers in its native library folder";
}

VULKAN_CASE(LS_ANDROID_LOADER_10, layers_get_their_links, policy::LLP_LOADER_8,
            policy::LLP_LOADER_9) {
  const Observation seen =
      RunEnabling(c, AndroidWorld(c.subject()).With(Layer(kOne)).With(Layer(kTwo)), {kOne, kTwo});
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver))
      << "each layer gets a link by which it finds the next vkGetInstanceProcAddr";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkCreateDevice").size(), 1U)
      << "each layer gets a link by which it finds the next vkGetDeviceProcAddr";
}

VULKAN_CASE(LS_ANDROID_LOADER_10, named_twice, policy::LLP_LOADER_3) {
  const Observation seen = RunEnabling(
      c, AndroidWorld(c.subject()).With(Layer(kOne)).With(Layer(kTwo)), {kOne, kTwo, kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne, kTwo))
      << "if a layer is named twice, the first occurrence counts";
}

VULKAN_CASE(LS_ANDROID_LOADER_10, of_another_major_version, policy::LLP_LOADER_4) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne)).With(Layer(kDecoy).Behaviour(R"({"api_version": "2.0.0"})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.CreateInstance({.layers = {kDecoy}});
  });
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kDecoy)))
      << "a layer of an incompatible API version must not be loaded";
}

// Folders of layers that are not part of the application.
struct Foreign {
  const char* case_name;
  const char* folder;
};
constexpr Foreign kForeign[] = {
    {"in_the_folder_for_developers", kDeveloperFolder},
    {"in_a_folder_that_all_can_write", "/data/local/tmp"},
    {"in_the_system", "/system/lib64"},
    {"of_the_vendor", "/vendor/lib64"},
};

REGISTER_CASES {
  for (const Foreign& foreign : kForeign) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_11}, foreign.case_name,
                 [&foreign](Case& c) {
                   AndroidWorld world(c.subject());
                   world.With(Layer(kOne));
                   for (const char* kind : {kVkLayer, kVKLayer}) {
                     world.LayerLibrary(LayerPath(foreign.folder, kind, "decoy"), Layer(kDecoy));
                   }
                   const Observation seen = Observe(c, world, [](VulkanApp& app) {
                     app.EnumerateLayers();
                     app.CreateInstance({.layers = {kDecoy}});
                     app.CreateInstance({.layers = {kOne}});
                   });
                   EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
                       << "an application that cannot be debugged gets only its own layers";
                   EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "its own layer is loaded";
                 });
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_11, of_another_application) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne));
  for (const char* kind : {kVkLayer, kVKLayer}) {
    world.LayerLibrary(LayerPath(NativeLibraryFolder(kOtherPackage), kind, "decoy"), Layer(kDecoy));
  }
  const Observation seen = RunEnabling(c, world, {kOne});
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
      << "an application that cannot be debugged gets no layer of another one";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "its own layer is loaded";
}

VULKAN_CASE(LS_ANDROID_LOADER_11, named_by_variables) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne));
  for (const char* kind : {kVkLayer, kVKLayer}) {
    world.LayerLibrary(LayerPath("/data/local/tmp/layers", kind, "decoy"), Layer(kDecoy));
  }
  for (const char* variable : {"VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH",
                               "VK_ADD_IMPLICIT_LAYER_PATH"}) {
    world.Env(variable, "/data/local/tmp/layers");
  }
  const Observation seen = RunEnabling(c, world, {kOne});
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
      << "an application that cannot be debugged gets only its own layers";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "its own layer is loaded";
}

// The system property by which developers enable layers for all applications that can be debugged.
VULKAN_CASE(LS_ANDROID_LOADER_11, named_by_a_property) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne)).Property("debug.vulkan.layers", std::string(kDecoy) + ":" + kTwo);
  for (const char* kind : {kVkLayer, kVKLayer}) {
    world.LayerLibrary(LayerPath(kDeveloperFolder, kind, "decoy"), Layer(kDecoy));
  }
  const Observation seen = RunEnabling(c, world, {kOne});
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
      << "an application that cannot be debugged gets only its own layers";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "its own layer is loaded";
}

// Two applications have a layer with the same name; this is the second one.
VULKAN_CASE(LS_ANDROID_LOADER_12, each_has_its_own) {
  AndroidWorld world(c.subject(), kOtherPackage);
  world.With(Layer(kOne).Who("of_the_application").Behaviour(R"({"implementation_version": 2})"))
      .LayerLibrary(LayerIn(c.subject(), NativeLibraryFolder(kPackage), "of_another"),
                    Layer(kOne).Who("of_another").Behaviour(R"({"implementation_version": 1})"));
  const Observation seen = RunEnabling(c, world, {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("of_the_application"))
      << "an application gets the version of a layer that it contains";
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne));
}

VULKAN_CASE(LS_ANDROID_LOADER_13, layer_that_nobody_names) {
  const Observation seen =
      RunEnabling(c, AndroidWorld(c.subject()).With(Layer(kOne)).With(Layer(kDecoy)), {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "no implicit layer is enabled";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne)) << "no implicit layer is enabled";
}

// In the folder for developers as well.
VULKAN_CASE(LS_ANDROID_LOADER_13, layer_for_developers_that_nobody_names) {
  AndroidWorld world(c.subject());
  world.Debuggable()
      .LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "one"), Layer(kOne))
      .LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "decoy"), Layer(kDecoy));
  const Observation seen = RunEnabling(c, world, {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << "no implicit layer is enabled";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne)) << "no implicit layer is enabled";
}

// File names that are not the example libVKLayer_foo.so, with either letter, for any part of it.
struct OtherName {
  const char* case_name;
  const char* file;
};
constexpr OtherName kOtherNames[] = {
    {"library_of_another_name", "libsomething.so"},
    {"name_without_lib", "VkLayer_decoy.so"},
    {"name_with_more_before_it", "libmyVkLayer_decoy.so"},
    {"name_without_layer", "libvulkan_decoy.so"},
};

// Expects that of the two libraries the one with a layer's file name is used.
void ExpectDecoyIgnored(const Observation& seen) {
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << "the file name decides whether a library is a layer library"
      << reading::LS_ANDROID_LOADER_14_r1;
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy)))
      << "the loader loads the libraries whose names match" << reading::LS_ANDROID_LOADER_14_r1;
}

REGISTER_CASES {
  for (const OtherName& row : kOtherNames) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_14}, row.case_name, [&row](Case& c) {
      AndroidWorld world(c.subject());
      world.With(Layer(kOne)).LayerLibrary(NativeLibraryFolder() + "/" + row.file, Layer(kDecoy));
      const Observation seen = RunEnabling(c, world, {kOne});
      ExpectDecoyIgnored(seen);
    });
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_14, library_of_another_name_for_developers) {
  AndroidWorld world(c.subject());
  world.Debuggable().LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "one"), Layer(kOne));
  for (const OtherName& row : kOtherNames) {
    world.LayerLibrary(std::string(kDeveloperFolder) + "/" + row.file, Layer(kDecoy));
  }
  const Observation seen = RunEnabling(c, world, {kOne});
  ExpectDecoyIgnored(seen);
}

VULKAN_CASE(LS_VK_DISCOVERY_14, application_that_can_be_debugged) {
  AndroidWorld world(c.subject());
  world.Debuggable().LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "one"), Layer(kOne));
  const Observation seen = RunEnabling(c, world, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << "an application that can be debugged can enumerate the layers for developers";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "an application that can be debugged can enable the layers for developers";
}

VULKAN_CASE(LS_VK_DISCOVERY_14, two_layers_for_developers) {
  AndroidWorld world(c.subject());
  world.Debuggable()
      .LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "one"), Layer(kOne))
      .LayerLibrary(LayerIn(c.subject(), kDeveloperFolder, "two"), Layer(kTwo));
  const Observation seen = RunEnabling(c, world, {kTwo, kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kTwo))
      << "an application that can be debugged can enumerate the layers for developers";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTwo, kOne))
      << "an application that can be debugged can enable the layers for developers";
}

VULKAN_CASE(LS_ANDROID_LOADER_15, manifest_of_a_layer) {
  AndroidWorld world(c.subject());
  world.With(Layer(kOne)).Debuggable();
  const std::string library =
      AddMockLibrary(world.machine(), c.subject(), kDecoy, "vulkan_layer", {});
  const std::string manifest = Layer(kDecoy).ManifestText(library, "1.0.0");
  for (const char* root :
       {"/etc", "/system/etc", "/vendor/etc", "/usr/share", "/data/local/debug"}) {
    world.File(ExplicitFolder(root) + "/decoy.json", manifest)
        .File(ImplicitFolder(root) + "/decoy.json", manifest);
  }
  world.File(std::string(kDeveloperFolder) + "/decoy.json", manifest)
      .File(NativeLibraryFolder() + "/decoy.json", manifest);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.CreateInstance({.layers = {kDecoy}});
  });
  EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains(kDecoy))) << "manifests are not used";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDecoy))) << "manifests are not used";
}

}  // namespace
}  // namespace loadstone::suites::android_layers
