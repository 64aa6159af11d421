// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/history.h"

#include <pthread.h>

#include "mock_common/config.h"

namespace loadstone::mock {
namespace {

pthread_t loading_thread;
// All instances and devices so far, those that are alive, and the first that is still alive.
uint32_t instances_made = 0;
uint32_t instances_alive = 0;
uint32_t devices_made = 0;
uint32_t devices_alive = 0;
Instance* first_instance = nullptr;
Device* first_device = nullptr;
bool are_shared = false;
bool has_refused = false;

VkResult Refuse(const char* for_ever, const char* at_a_time, uint32_t made, uint32_t alive) {
  const bool refused = (has_refused && IsMisbehaviourConfigured("fail_after_refusal")) ||
                       (made > 0 && IsMisbehaviourConfigured(for_ever)) ||
                       (alive > 0 && IsMisbehaviourConfigured(at_a_time));
  return refused ? VK_ERROR_INITIALIZATION_FAILED : VK_SUCCESS;
}

bool IsInRefusedThread() {
  return IsMisbehaviourConfigured("refuse_other_threads") &&
         !pthread_equal(pthread_self(), loading_thread);
}

}  // namespace

void CrashWithout(const void* object, const char* word) {
  if (object != nullptr || !IsMisbehaviourConfigured(word)) return;
  Event("fault").Add("function", word).Add("fault", "crash");
  *static_cast<volatile int*>(nullptr) = 0;
}

void RememberThread() { loading_thread = pthread_self(); }

VkResult RefuseExtensions() {
  has_refused = true;
  return IsMisbehaviourConfigured("wrong_refusal") ? VK_ERROR_INITIALIZATION_FAILED
                                                   : VK_ERROR_EXTENSION_NOT_PRESENT;
}

VkResult RefuseInstance() {
  if (IsInRefusedThread()) return VK_ERROR_INITIALIZATION_FAILED;
  return Refuse("one_instance_for_ever", "one_instance_at_a_time", instances_made, instances_alive);
}

VkResult RefuseDevice() {
  if (IsInRefusedThread()) return VK_ERROR_INITIALIZATION_FAILED;
  return Refuse("one_device_for_ever", "one_device_at_a_time", devices_made, devices_alive);
}

void RememberInstance(Instance* instance) {
  instance->value = instances_made - instances_alive;
  __atomic_add_fetch(&instances_made, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&instances_alive, 1, __ATOMIC_RELAXED);
  if (!IsMisbehaviourConfigured("share_physical_devices")) return;
  if (first_instance == nullptr) {
    first_instance = instance;
    return;
  }
  are_shared = true;
  for (uint32_t i = 0; i < GetModel().physical_device_count; ++i) {
    instance->physical_devices[i] = first_instance->physical_devices[i];
  }
}

void ForgetInstance(const Instance* instance) {
  __atomic_sub_fetch(&instances_alive, 1, __ATOMIC_RELAXED);
  if (first_instance == instance) first_instance = nullptr;
}

void RememberDevice(Device* device) {
  __atomic_add_fetch(&devices_made, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&devices_alive, 1, __ATOMIC_RELAXED);
  if (IsMisbehaviourConfigured("queues_of_first_device") && first_device == nullptr) {
    first_device = device;
  }
}

void ForgetDevice(const Device* device) {
  __atomic_sub_fetch(&devices_alive, 1, __ATOMIC_RELAXED);
  if (first_device == device) first_device = nullptr;
}

bool ArePhysicalDevicesShared() { return are_shared; }

bool HasStopped(const Instance& instance) {
  return IsMisbehaviourConfigured("stop_with_another_instance") &&
         instance.value != instances_made - instances_alive;
}

const Device* OwnerOfQueues(const Device* device) {
  return first_device != nullptr ? first_device : device;
}

const VkAllocationCallbacks* CallbacksFor(const Device& device,
                                          const VkAllocationCallbacks* callbacks) {
  const MockObject* instance = device.parent;
  return IsMisbehaviourConfigured("free_with_instance_allocator") && instance->has_callbacks
             ? &instance->callbacks
             : callbacks;
}

MockObject* Replace(MockObject* object, const char* word) {
  if (object == nullptr || !IsMisbehaviourConfigured(word)) return object;
  MockObject* other = NewObject(object->type, object->parent, nullptr);
  if (other == nullptr) return object;
  other->value = object->value;
  other->size = object->size;
  return other;
}

}  // namespace loadstone::mock
