// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/behaviour.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/trace.h"

namespace loadstone::mock {
namespace {

Behaviour behaviour;
pthread_t loading_thread;
bool has_failed = false;

constexpr const char* kInterceptedByDefault[] = {"vkEnumeratePhysicalDevices",
                                                 "vkGetPhysicalDeviceProperties",
                                                 "vkGetDeviceQueue", "vkDeviceWaitIdle"};

bool InterceptedByDefault(const char* function) {
  for (const char* name : kInterceptedByDefault) {
    if (strcmp(name, function) == 0) return true;
  }
  return false;
}

// The file name of this library, which is also the trace's default for "who".
const char* OwnFileName() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&behaviour), &info) == 0 || info.dli_fname == nullptr) {
    return "";
  }
  return FileName(info.dli_fname);
}

void LoadResults(const char* key, Behaviour::Result (&results)[kFunctionCount]) {
  const rapidjson::Value& object = Object(Config(), key);
  for (uint32_t id = 0; id < kFunctionCount; ++id) {
    const auto member = object.FindMember(kFunctions[id].name);
    if (member == object.MemberEnd() || !member->value.IsInt()) continue;
    results[id] = {true, static_cast<VkResult>(member->value.GetInt())};
  }
}

void LoadFunctions() {
  const auto intercept = Config().FindMember("intercept");
  const bool by_default = intercept == Config().MemberEnd();
  const rapidjson::Value& faults = Object(Config(), "faults");
  for (uint32_t id = 0; id < kFunctionCount; ++id) {
    const Function& function = kFunctions[id];
    // A function with a configured failure is intercepted even if "intercept" does not name it.
    const bool listed = (by_default ? InterceptedByDefault(function.name)
                                    : Contains(intercept->value, function.name)) ||
                        behaviour.results[id].set || behaviour.results_after[id].set ||
                        faults.HasMember(function.name);
    behaviour.active[id] = function.always || listed || (function.handles & behaviour.wrapped) != 0;
    behaviour.traced[id] = listed;
  }
  if (behaviour.invalid_call_below) behaviour.active[kCreateBuffer] = true;
  // Only loaders call these of a layer; creation and destruction functions trace themselves.
  behaviour.traced[kEnumerateInstanceLayerProperties] = true;
  behaviour.traced[kEnumerateInstanceExtensionProperties] = true;
}

// Misbehavior for tests of the checks of layers.
void LoadMisbehaviourForChecks(const rapidjson::Value& misbehave, Behaviour& loaded) {
  loaded.skip_next_instance = Contains(misbehave, "skip_next_instance");
  loaded.command_buffers_past_next = Contains(misbehave, "command_buffers_past_next");
  loaded.create_device_from_below = Contains(misbehave, "create_device_from_below");
  loaded.create_instance_without_instance_alone =
      Contains(misbehave, "create_instance_without_instance_alone");
  loaded.drop_unknown_functions = Contains(misbehave, "drop_unknown_functions");
  loaded.physical_device_query_for_all = Contains(misbehave, "physical_device_query_for_all");
  loaded.hide_physical_device_query = Contains(misbehave, "hide_physical_device_query");
  loaded.enumerate_another_layer = Contains(misbehave, "enumerate_another_layer");
  loaded.leak_allocation = Contains(misbehave, "leak_allocation");
  loaded.ignore_failed_allocation = Contains(misbehave, "ignore_failed_allocation");
  loaded.leak_after_failure = Contains(misbehave, "leak_after_failure");
  loaded.no_destroy_below = Contains(misbehave, "no_destroy_below");
  loaded.read_application_info = Contains(misbehave, "read_application_info");
  loaded.own_target = Contains(misbehave, "own_target");
  loaded.refuse_newer_versions = Contains(misbehave, "refuse_newer_versions");
  loaded.one_instance_for_ever = Contains(misbehave, "one_instance_for_ever");
  loaded.refuse_other_threads = Contains(misbehave, "refuse_other_threads");
  loaded.newest_device_alone = Contains(misbehave, "newest_device_alone");
  loaded.get_every_queue = Contains(misbehave, "get_every_queue");
  loaded.list_without_last_device = Contains(misbehave, "list_without_last_device");
  loaded.groups_without_last_device = Contains(misbehave, "groups_without_last_device");
  loaded.ask_without_instance = Contains(misbehave, "ask_without_instance");
  loaded.ask_with_target = Contains(misbehave, "ask_with_target");
  loaded.device_call_in_instance_call = Contains(misbehave, "device_call_in_instance_call");
  loaded.pass_physical_device_queries_down =
      Contains(misbehave, "pass_physical_device_queries_down");
  loaded.clear_instance_first = Contains(misbehave, "clear_instance_first");
  loaded.clear_device_first = Contains(misbehave, "clear_device_first");
  loaded.answer_for_other_layers = Contains(misbehave, "answer_for_other_layers");
  loaded.count_seven_layers = Contains(misbehave, "count_seven_layers");
  loaded.read_failed_instance = Contains(misbehave, "read_failed_instance");
  loaded.read_failed_device = Contains(misbehave, "read_failed_device");
  loaded.fail_after_failure = Contains(misbehave, "fail_after_failure");
  loaded.succeed_after_failure = Contains(misbehave, "succeed_after_failure");
  loaded.first_structure_alone = Contains(misbehave, "first_structure_alone");
  loaded.first_of_its_type_alone = Contains(misbehave, "first_of_its_type_alone");
  loaded.fail_without_room = Contains(misbehave, "fail_without_room");
  loaded.extensions_after_layers = Contains(misbehave, "extensions_after_layers");
  loaded.drop_device_structures = Contains(misbehave, "drop_device_structures");
  loaded.instance_call_in_device_call = Contains(misbehave, "instance_call_in_device_call");
}

}  // namespace

void LoadBehaviour() {
  loading_thread = pthread_self();
  behaviour.name = Text(Config(), "name", Text(Config(), "who", OwnFileName()));
  const rapidjson::Value& wrap = List(Config(), "wrap");
  for (uint32_t i = 0; i < sizeof(kWrappable) / sizeof(kWrappable[0]); ++i) {
    if (Contains(wrap, kWrappable[i])) behaviour.wrapped |= 1u << i;
  }
  behaviour.copy_dispatch = Flag(Config(), "copy_dispatch", false);
  behaviour.callback_alone = Flag(Config(), "callback_alone", false);
  behaviour.scratch_memory = Flag(Config(), "scratch_memory", false);
  behaviour.make_objects = Flag(Config(), "make_objects", false);
  behaviour.calls_in_create_device = Flag(Config(), "calls_in_create_device", false);
  behaviour.another_physical_device = Flag(Config(), "another_physical_device", false);
  behaviour.keep_below = Flag(Config(), "keep_below", false);
  behaviour.trace_queries = Flag(Config(), "trace_queries", false);
  behaviour.trace_enter = Flag(Config(), "trace_enter", false);
  behaviour.refused_application = Text(Config(), "refused_application", nullptr);
  behaviour.demanded_device_extension = Text(Config(), "demanded_device_extension", nullptr);
  behaviour.demanded_instance_extension = Text(Config(), "demanded_instance_extension", nullptr);
  behaviour.remove_device_extensions = Flag(Config(), "remove_device_extensions", false);
  behaviour.clear_failed_handles = Flag(Config(), "clear_failed_handles", false);
  behaviour.needed_device_extension = Text(Config(), "needed_device_extension", nullptr);

  const rapidjson::Value& misbehave = List(Config(), "misbehave");
  behaviour.no_advance_instance = Contains(misbehave, "no_advance_instance");
  behaviour.no_advance_device = Contains(misbehave, "no_advance_device");
  behaviour.write_instance_first = Contains(misbehave, "write_instance_first");
  behaviour.write_device_first = Contains(misbehave, "write_device_first");
  behaviour.reject_unknown_extensions = Contains(misbehave, "reject_unknown_extensions");
  behaviour.negotiate_calls_down = Contains(misbehave, "negotiate_calls_down");
  behaviour.gpa_nonnull_for_unknown = Contains(misbehave, "gpa_nonnull_for_unknown");
  behaviour.enumerate_null_layer_name = Contains(misbehave, "enumerate_null_layer_name");
  behaviour.invalid_call_below = Contains(misbehave, "invalid_call_below");
  behaviour.leak_wrapped = Contains(misbehave, "leak_wrapped");
  behaviour.no_dispatch_table = Contains(misbehave, "no_dispatch_table");
  LoadMisbehaviourForChecks(misbehave, behaviour);

  LoadResults("results", behaviour.results);
  LoadResults("results_after", behaviour.results_after);
  LoadFunctions();
}

const Behaviour& Behave() { return behaviour; }

bool RefusesThread() {
  return behaviour.refuse_other_threads && !pthread_equal(pthread_self(), loading_thread);
}

bool RefusesAfterFailure() {
  return behaviour.fail_after_failure && __atomic_load_n(&has_failed, __ATOMIC_RELAXED);
}

void RememberFailure() { __atomic_store_n(&has_failed, true, __ATOMIC_RELAXED); }

uint32_t VersionMember(const rapidjson::Value& object, const char* key, uint32_t otherwise) {
  const int64_t number = Number(object, key, -1);
  if (number >= 0 && number <= UINT32_MAX) return static_cast<uint32_t>(number);
  const char* text = Text(object, key, nullptr);
  unsigned major = 0, minor = 0, patch = 0;
  if (text == nullptr || sscanf(text, "%u.%u.%u", &major, &minor, &patch) < 2) return otherwise;
  return VK_MAKE_API_VERSION(0, major, minor, patch);
}

void Violation(const char* function, const char* why) {
  Event("violation").Add("function", function).Add("why", why);
}

}  // namespace loadstone::mock
