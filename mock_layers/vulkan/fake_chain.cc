// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/fake_chain.h"

#include <dlfcn.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <stdlib.h>

#include <fstream>

#include "mock_layers/vulkan/fake_driver.h"

namespace loadstone::mock {

int set_loader_data_calls = 0;

namespace {

VkResult VKAPI_CALL SetLoaderData(void* owner, void* object) {
  ++set_loader_data_calls;
  *static_cast<void**>(object) = *static_cast<void**>(owner);
  return VK_SUCCESS;
}

std::string Compact(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return buffer.GetString();
}

}  // namespace

LayerCopies::LayerCopies() {
  std::string pattern = std::filesystem::temp_directory_path() / "loadstone_layer_XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) abort();
  directory_ = pattern;
  std::ofstream(trace()).close();
}

LayerCopies::~LayerCopies() { std::filesystem::remove_all(directory_); }

std::string LayerCopies::trace() const { return directory_ / "trace"; }

std::string LayerCopies::Path(const std::string& who) const { return directory_ / (who + ".so"); }

void* LayerCopies::Load(const std::string& who, const std::string& config,
                        const std::string& variant) {
  std::filesystem::copy_file(std::string(LOADSTONE_MOCK_DIR) + "/" + variant + ".so", Path(who));
  std::ofstream file(Path(who) + ".config");
  file << "{\"who\":\"" << who << "\",\"trace\":\"" << trace() << "\"";
  if (!config.empty()) file << "," << config;
  file << "}";
  file.close();
  return dlopen(Path(who).c_str(), RTLD_NOW | RTLD_LOCAL);
}

std::vector<std::shared_ptr<rapidjson::Document>> LayerCopies::Events() const {
  std::vector<std::shared_ptr<rapidjson::Document>> events;
  std::ifstream file(trace());
  for (std::string line; std::getline(file, line);) {
    auto event = std::make_shared<rapidjson::Document>();
    event->Parse(line.c_str());
    if (event->HasParseError()) event->SetObject();
    events.push_back(event);
  }
  return events;
}

std::vector<std::string> LayerCopies::EventNames() const {
  std::vector<std::string> story;
  for (const auto& event : Events()) {
    if (!event->HasMember("who") || !event->HasMember("what")) {
      story.push_back("malformed");
      continue;
    }
    std::string text =
        std::string((*event)["who"].GetString()) + ":" + (*event)["what"].GetString();
    if (event->HasMember("phase")) text += std::string(":") + (*event)["phase"].GetString();
    story.push_back(text);
  }
  return story;
}

std::string LayerCopies::Last(const std::string& who, const std::string& what) const {
  std::string last;
  for (const auto& event : Events()) {
    if (event->HasMember("who") && (*event)["who"] == who.c_str() &&
        (*event)["what"] == what.c_str()) {
      last = Compact(*event);
    }
  }
  return last;
}

int LayerCopies::Count(const std::string& who, const std::string& what) const {
  int count = 0;
  for (const std::string& event : EventNames()) count += event == who + ":" + what;
  return count;
}

VkResult Negotiate(void* layer, VkNegotiateLayerInterface* interface, const char* symbol) {
  const auto negotiate =
      reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(dlsym(layer, symbol));
  return negotiate == nullptr ? VK_ERROR_UNKNOWN : negotiate(interface);
}

FakeLoader::FakeLoader(std::vector<void*> layers) : layers_(std::move(layers)) {
  fake_driver = FakeDriver();
  for (void* layer : layers_) {
    VkNegotiateLayerInterface interface = {};
    interface.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
    interface.loaderLayerInterfaceVersion = 2;
    if (Negotiate(layer, &interface) != VK_SUCCESS) {
      interface.pfnGetInstanceProcAddr =
          reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(layer, "vkGetInstanceProcAddr"));
      interface.pfnGetDeviceProcAddr =
          reinterpret_cast<PFN_vkGetDeviceProcAddr>(dlsym(layer, "vkGetDeviceProcAddr"));
    }
    interfaces_.push_back(interface);
  }
}

FakeLoader::~FakeLoader() {
  DestroyAll();
  for (void* layer : layers_) dlclose(layer);
}

VkResult FakeLoader::CreateInstance(std::vector<const char*> extensions) {
  std::vector<VkLayerInstanceLink> links(layers_.size());
  for (size_t i = 0; i < links.size(); ++i) {
    const bool last = i + 1 == links.size();
    links[i].pNext = last ? nullptr : &links[i + 1];
    links[i].pfnNextGetInstanceProcAddr =
        last ? &FakeGetInstanceProcAddr : interfaces_[i + 1].pfnGetInstanceProcAddr;
    links[i].pfnNextGetPhysicalDeviceProcAddr =
        last ? &FakeGetPhysicalDeviceProcAddr : interfaces_[i + 1].pfnGetPhysicalDeviceProcAddr;
  }
  fake_link_to_change = change_link_below ? &links.back() : nullptr;
  VkLayerInstanceCreateInfo callback = {};
  callback.sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
  callback.function = VK_LOADER_DATA_CALLBACK;
  callback.u.pfnSetInstanceLoaderData =
      reinterpret_cast<PFN_vkSetInstanceLoaderData>(&SetLoaderData);
  VkLayerInstanceCreateInfo link = {};
  link.sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO;
  link.pNext = give_callbacks ? &callback : nullptr;
  link.function = VK_LAYER_LINK_INFO;
  link.u.pLayerInfo = links.data();
  auto info = Structure<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pNext = give_links ? &link : nullptr;
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  instance = reinterpret_cast<VkInstance>(kFakeBefore);
  const auto create =
      reinterpret_cast<PFN_vkCreateInstance>(first_gipa()(VK_NULL_HANDLE, "vkCreateInstance"));
  const VkResult result = create(&info, nullptr, &instance);
  instance_after = instance;
  if (result != VK_SUCCESS) instance = VK_NULL_HANDLE;
  return result;
}

VkResult FakeLoader::CreateDevice(VkPhysicalDevice of) {
  std::vector<VkLayerDeviceLink> links(layers_.size());
  for (size_t i = 0; i < links.size(); ++i) {
    const bool last = i + 1 == links.size();
    links[i].pNext = last ? nullptr : &links[i + 1];
    links[i].pfnNextGetInstanceProcAddr =
        last ? &FakeGetInstanceProcAddr : interfaces_[i + 1].pfnGetInstanceProcAddr;
    links[i].pfnNextGetDeviceProcAddr =
        last ? &FakeGetDeviceProcAddr : interfaces_[i + 1].pfnGetDeviceProcAddr;
  }
  VkLayerDeviceCreateInfo callback = {};
  callback.sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
  callback.function = VK_LOADER_DATA_CALLBACK;
  callback.u.pfnSetDeviceLoaderData = reinterpret_cast<PFN_vkSetDeviceLoaderData>(&SetLoaderData);
  VkLayerDeviceCreateInfo link = {};
  link.sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO;
  link.pNext = give_callbacks ? &callback : nullptr;
  link.function = VK_LAYER_LINK_INFO;
  link.u.pLayerInfo = links.data();
  auto info = Structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = give_links ? &link : nullptr;
  device = reinterpret_cast<VkDevice>(kFakeBefore);
  const auto create = InstanceFunction<PFN_vkCreateDevice>("vkCreateDevice");
  const VkResult result = create(of, &info, nullptr, &device);
  if (result != VK_SUCCESS) device = VK_NULL_HANDLE;
  return result;
}

bool FakeLoader::CreateAll() {
  if (CreateInstance() != VK_SUCCESS) return false;
  uint32_t count = 1;
  const auto enumerate =
      InstanceFunction<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  if (enumerate(instance, &count, &physical_device) != VK_SUCCESS || count != 1) return false;
  return CreateDevice(physical_device) == VK_SUCCESS;
}

void FakeLoader::DestroyAll() {
  if (device != VK_NULL_HANDLE) {
    DeviceFunction<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
  }
  device = VK_NULL_HANDLE;
  if (instance != VK_NULL_HANDLE) {
    InstanceFunction<PFN_vkDestroyInstance>("vkDestroyInstance")(instance, nullptr);
  }
  instance = VK_NULL_HANDLE;
}

}  // namespace loadstone::mock
