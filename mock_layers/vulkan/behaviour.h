// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_BEHAVIOUR_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_BEHAVIOUR_H_

#include "mock_common/json.h"
#include "mock_layers/vulkan/functions.h"

namespace loadstone::mock {

// The parts of the configuration that are used too often to look them up in JSON each time.
// mock_layers/README.md describes the keys.
struct Behaviour {
  struct Result {
    bool set;
    VkResult value;
  };

  const char* name;  // the layer's name
  uint32_t wrapped;  // mask of HandleBit
  bool copy_dispatch;
  bool callback_alone;
  bool make_objects;
  bool calls_in_create_device;
  bool another_physical_device;
  bool keep_below;  // a creation that fails afterwards does not destroy the object below
  bool trace_queries;
  bool trace_enter;

  bool no_advance_instance;
  bool no_advance_device;
  bool write_instance_first;
  bool write_device_first;
  bool reject_unknown_extensions;
  bool negotiate_calls_down;
  bool gpa_nonnull_for_unknown;
  bool enumerate_null_layer_name;
  bool invalid_call_below;
  bool instance_call_in_device_call;
  bool leak_wrapped;
  bool no_dispatch_table;
  bool skip_next_instance;
  bool command_buffers_past_next;
  bool create_device_from_below;
  bool create_instance_without_instance_alone;
  bool drop_unknown_functions;
  bool physical_device_query_for_all;
  bool hide_physical_device_query;
  bool enumerate_another_layer;
  bool leak_allocation;
  bool scratch_memory;
  bool ignore_failed_allocation;
  bool leak_after_failure;
  bool no_destroy_below;
  bool read_application_info;
  bool one_instance_for_ever;
  bool refuse_other_threads;
  bool refuse_newer_versions;
  bool own_target;
  bool newest_device_alone;
  bool get_every_queue;
  bool list_without_last_device;
  bool groups_without_last_device;
  bool ask_without_instance;
  bool ask_with_target;
  bool device_call_in_instance_call;
  bool pass_physical_device_queries_down;
  bool clear_instance_first;
  bool clear_device_first;
  bool answer_for_other_layers;
  bool count_seven_layers;
  bool drop_device_structures;
  bool first_structure_alone;
  bool first_of_its_type_alone;
  bool fail_without_room;
  bool extensions_after_layers;
  bool read_failed_instance;
  bool read_failed_device;
  bool fail_after_failure;
  bool succeed_after_failure;

  const char* refused_application;          // null: none
  const char* demanded_device_extension;    // null: none
  const char* demanded_instance_extension;  // null: none
  bool remove_device_extensions;
  bool clear_failed_handles;
  const char* needed_device_extension;  // null: none

  bool active[kFunctionCount];  // GetProcAddr returns the layer's own function
  bool traced[kFunctionCount];
  Result results[kFunctionCount];
  Result results_after[kFunctionCount];
};

// The types that can be wrapped, in the order of HandleBit.
inline constexpr const char* kWrappable[] = {"VkInstance",     "VkPhysicalDevice", "VkDevice",
                                             "VkQueue",        "VkCommandBuffer",  "VkBuffer",
                                             "VkDeviceMemory", "VkSurfaceKHR"};

// Initializes it from the configuration. Called once, from the constructor of the library.
void LoadBehaviour();

const Behaviour& Behave();

// Whether the calling thread is refused instances and devices, because it did not load the library.
bool RefusesThread();

// With "fail_after_failure": whether a creation failed below, after which all others are refused.
bool RefusesAfterFailure();
void RememberFailure();

// Reads the dispatch table pointer of a handle, like a layer that looks up what it knows of it.
template <typename Handle>
void ReadThrough(Handle handle) {
  static_cast<void>(*reinterpret_cast<void* volatile*>(handle));
}

// A version written as "1.2.3", "1.2" or as Vulkan's encoded number; `otherwise` for everything
// else.
uint32_t VersionMember(const rapidjson::Value& object, const char* key, uint32_t otherwise);

// Writes a "violation" event: the caller of `function` violated a rule of the interface.
void Violation(const char* function, const char* why);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_BEHAVIOUR_H_
