// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Gralloc-backed images": images that the application creates, and
// binds to the memory of a swapchain's images.
namespace loadstone::suites::android_bindings {
namespace {

constexpr uint32_t kOwnMemory = ~0U;

// What an image of the application is bound to: the image with this index of one of two
// swapchains, or memory of the application's own.
struct Target {
  uint32_t index;
  size_t swapchain = 0;
};

// What images are bound to by one call of `command`, which is a function of the API version or of
// an extension of the device.
struct Binding {
  std::vector<Target> targets;
  const char* command = "vkBindImageMemory2";
  std::vector<std::string> extensions = {};
  bool behind = false;  // another structure is in front of that which names the swapchain
  bool exported = false;
};

// Creates an image of the application, for the memory of the swapchain's images if there is one.
VkImage MakeImage(const WindowApp& app, VkSwapchainKHR swapchain) {
  auto of_swapchain =
      Structure<VkImageSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_IMAGE_SWAPCHAIN_CREATE_INFO_KHR);
  of_swapchain.swapchain = swapchain;
  const VkSwapchainCreateInfoKHR like = app.Info();
  auto info = Structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.pNext = swapchain != VK_NULL_HANDLE ? &of_swapchain : nullptr;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = like.imageFormat;
  info.extent = {like.imageExtent.width, like.imageExtent.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = like.imageUsage;
  VkImage image = VK_NULL_HANDLE;
  Traced("vkCreateImage", [&] {
    return app.Get<PFN_vkCreateImage>("vkCreateImage")(app.app().device(), &info, nullptr, &image);
  });
  return image;
}

VkDeviceMemory Allocate(const WindowApp& app, VkImage image) {
  VkMemoryRequirements needs = {};
  const VkDevice device = app.app().device();
  app.Get<PFN_vkGetImageMemoryRequirements>("vkGetImageMemoryRequirements")(device, image, &needs);
  auto info = Structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = needs.size;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  app.Get<PFN_vkAllocateMemory>("vkAllocateMemory")(device, &info, nullptr, &memory);
  return memory;
}

// The structures for one image. They refer to each other, so they stay where they are.
struct Element {
  VkBindImageMemoryDeviceGroupInfo in_front = Structure<VkBindImageMemoryDeviceGroupInfo>(
      VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_DEVICE_GROUP_INFO);
  VkBindImageMemorySwapchainInfoKHR place = Structure<VkBindImageMemorySwapchainInfoKHR>(
      VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_SWAPCHAIN_INFO_KHR);
  VkBindImageMemoryInfo info =
      Structure<VkBindImageMemoryInfo>(VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO);
};

void Prepare(const std::vector<WindowApp*>& apps, const Target& target, bool behind,
             Element* element) {
  const WindowApp& app = *apps[target.swapchain];
  const bool own = target.index == kOwnMemory;
  element->info.image = MakeImage(app, own ? VK_NULL_HANDLE : app.swapchain());
  if (own) element->info.memory = Allocate(app, element->info.image);
  element->place.swapchain = app.swapchain();
  element->place.imageIndex = target.index;
  if (!own) element->info.pNext = &element->place;
  if (!behind) return;
  element->in_front.pNext = element->info.pNext;
  element->info.pNext = &element->in_front;
}

// "target" tells, for each element, the image to whose memory the application binds its own.
void TraceTarget(const std::vector<WindowApp*>& apps, const Target& target,
                 const Element& element) {
  const std::vector<VkImage> images = apps[target.swapchain]->Images();
  const bool own = target.index >= images.size();
  AppEvent("target")
      .Add("own", own)
      .Add("image", own ? "" : HandleText(images[target.index]))
      .Add("bound", HandleText(element.info.image))
      .Add("memory", HandleText(element.info.memory));
}

void Bind(const std::vector<WindowApp*>& apps, const Binding& binding) {
  const WindowApp& app = *apps[0];
  const VkDevice device = app.app().device();
  VulkanApp exports = app.app();
  exports.LookUpExports();
  const auto bind = binding.exported ? exports.Get<PFN_vkBindImageMemory2>(binding.command)
                                     : app.Get<PFN_vkBindImageMemory2>(binding.command);
  if (bind == nullptr) return;
  std::vector<Element> elements(binding.targets.size());
  std::vector<VkBindImageMemoryInfo> infos;
  bool made = true;
  for (size_t i = 0; i < elements.size(); ++i) {
    Prepare(apps, binding.targets[i], binding.behind, &elements[i]);
    TraceTarget(apps, binding.targets[i], elements[i]);
    infos.push_back(elements[i].info);
    made = made && infos[i].image != VK_NULL_HANDLE;
  }
  if (made) {
    Traced(binding.command,
           [&] { return bind(device, static_cast<uint32_t>(infos.size()), infos.data()); });
  }
  for (const VkBindImageMemoryInfo& info : infos) {
    app.Get<PFN_vkDestroyImage>("vkDestroyImage")(device, info.image, nullptr);
    if (info.memory == VK_NULL_HANDLE) continue;
    app.Get<PFN_vkFreeMemory>("vkFreeMemory")(device, info.memory, nullptr);
  }
}

bool NeedsTwoSwapchains(const Binding& binding) {
  return std::ranges::any_of(binding.targets,
                             [](const Target& target) { return target.swapchain == 1; });
}

Observation RunBinding(Case& c, const Binding& binding) {
  const std::string with_more = fmt::format(
      R"({{"physical_devices": [{{"extensions": ["{}", "VK_KHR_bind_memory2"],
           "queue_families": [{{"flags": 15, "count": 1}}]}}]}})",
      kNativeBufferExtension);
  const AndroidWorld world =
      WindowWorld(c.subject(), binding.extensions.empty() ? "{}" : with_more);
  return Observe(c, world, [&binding](VulkanApp& vulkan) {
    MockWindow windows[2];
    WindowApp apps[] = {WindowApp(vulkan), WindowApp(vulkan)};
    std::vector<WindowApp*> used = {&apps[0]};
    bool good = apps[0].Begin(binding.extensions) && apps[0].MakeSurface(windows[0]) &&
                apps[0].MakeSwapchain(apps[0].Info());
    apps[1].Join(apps[0]);
    if (good && NeedsTwoSwapchains(binding)) {
      used.push_back(&apps[1]);
      good = apps[1].MakeSurface(windows[1]) && apps[1].MakeSwapchain(apps[1].Info());
    }
    if (good) Bind(used, binding);
    apps[1].End();
    apps[0].End();
  });
}

VULKAN_CASE(LS_ANDROID_WSI_14, image_of_the_application) {
  const Observation seen = RunBinding(c, {.targets = {{0}}});
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkCreateImage"), "VK_SUCCESS")
      << "an application can create an image for the memory of a swapchain";
  EXPECT_SEEN(ResultOf(seen, "vkBindImageMemory2"), "VK_SUCCESS")
      << "an application can bind the image to the memory of one of the swapchain's images";
}

std::optional<Event> FindImage(const std::vector<Event>& events, const std::string& image) {
  for (const Event& event : events) {
    if (event.Text("image") == image) return event;
  }
  return {};
}

// The driver gets the description of the same buffer as for the swapchain's image.
void ExpectBuffer(const Event& bound, const std::optional<Event>& made) {
  ASSERT_SEEN(made.has_value(), true) << "the driver creates the swapchain's image in a buffer";
  EXPECT_SEEN(bound.Text("buffer"), made->Text("buffer"))
      << "VkNativeBufferANDROID names the buffer of the swapchain's image";
  for (const char* member : {"stride", "format", "usage", "consumer_usage", "producer_usage"}) {
    EXPECT_SEEN(bound.Number(member), made->Number(member))
        << member << " of VkNativeBufferANDROID is that of the buffer";
  }
}

void ExpectBindings(const Observation& seen, size_t count) {
  const std::vector<Event> targets = seen.Select("app", "target");
  ASSERT_SEEN(targets.size(), count) << "the images can be created";
  for (const Event& target : targets) {
    const bool own = target.Flag("own");
    const char* how = own ? "image_bound_to_memory" : "image_bound_to_buffer";
    const std::optional<Event> bound =
        FindImage(seen.Select(kDefaultDriver, how), target.Text("bound"));
    ASSERT_SEEN(bound.has_value(), true)
        << (own ? "an image that is bound to other memory is passed on without a buffer"
                : "VkNativeBufferANDROID is in the chain of each VkBindImageMemoryInfo");
    if (own) {
      EXPECT_SEEN(bound->Text("memory"), target.Text("memory"))
          << "an image that is bound to other memory is passed on as it is";
    } else {
      ExpectBuffer(*bound,
                   FindImage(seen.Select(kDefaultDriver, "image_in_buffer"), target.Text("image")));
    }
  }
}

// The structure that the application put in front stays in the chain of each image with a buffer.
void ExpectOtherStructures(const Observation& seen) {
  for (const Event& bound : seen.Select(kDefaultDriver, "image_bound_to_buffer")) {
    EXPECT_SEEN(bound.Numbers("next"),
                Contains(VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_DEVICE_GROUP_INFO))
        << "VkNativeBufferANDROID is added to the chain that the application passed";
  }
}

// Images of the application in turn for each of the swapchain's three.
std::vector<Target> ManyTargets() {
  std::vector<Target> targets;
  for (uint32_t i = 0; i < 40; ++i) targets.push_back({i % 3});
  return targets;
}

struct BindingCase {
  const char* name;
  Binding binding;
};
const BindingCase kBindings[] = {
    {"buffer_of_image_0", {.targets = {{0}}}},
    {"buffer_of_image_2", {.targets = {{2}}}},
    {"buffers_of_two_images_in_one_call", {.targets = {{2}, {0}}}},
    {"buffers_of_many_images_in_one_call", {.targets = ManyTargets()}},
    {"buffer_by_the_function_of_the_extension",
     {.targets = {{1}},
      .command = "vkBindImageMemory2KHR",
      .extensions = {VK_KHR_BIND_MEMORY_2_EXTENSION_NAME}}},
    {"buffer_by_a_structure_behind_another", {.targets = {{1}}, .behind = true}},
    {"buffers_by_structures_behind_others", {.targets = {{2}, {0}, {1}}, .behind = true}},
    {"buffers_of_two_swapchains", {.targets = {{1, 1}, {1, 0}}}},
    {"own_memory_before_a_buffer", {.targets = {{kOwnMemory}, {2}}}},
    {"own_memory_after_a_buffer", {.targets = {{2}, {kOwnMemory}}}},
    {"own_memory_alone", {.targets = {{kOwnMemory}}, .behind = true}},
    {"buffer_by_the_exported_function", {.targets = {{1}}, .exported = true}},
};

REGISTER_CASES {
  for (const BindingCase& row : kBindings) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_15}, row.name, [&row](Case& c) {
      const Observation seen = RunBinding(c, row.binding);
      ExpectSwapchain(seen);
      if (row.binding.exported && seen.Select("app", row.binding.command).empty()) {
        GTEST_SKIP() << "the loader does not export " << row.binding.command;
      }
      EXPECT_SEEN(ResultOf(seen, row.binding.command), "VK_SUCCESS")
          << "the images are bound to the memory of the swapchain's images";
      ExpectBindings(seen, row.binding.targets.size());
      if (row.binding.behind) ExpectOtherStructures(seen);
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_bindings
