// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/owner.h"

#include <pthread.h>
#include <stdlib.h>

#include "mock_layers/vulkan/behaviour.h"

namespace loadstone::mock {
namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

}  // namespace

OwnerMap instances;
OwnerMap devices;

Owner* NewOwner() {
  Owner* owner = static_cast<Owner*>(calloc(1, sizeof(Owner)));
  if (owner == nullptr) abort();
  return owner;
}

uint32_t OwnerMap::Bucket(const void* key) {
  const uint64_t bits = reinterpret_cast<uintptr_t>(key);
  return static_cast<uint32_t>((bits * 0x9e3779b97f4a7c15u) >> 57) % kBuckets;
}

void OwnerMap::Add(Owner* owner) {
  pthread_mutex_lock(&mutex);
  owner->key = DispatchTablePointerOf(owner->handle);
  Owner** bucket = &buckets_[Bucket(owner->key)];
  owner->link = *bucket;
  *bucket = owner;
  newest_ = owner;
  ever_ = true;
  pthread_mutex_unlock(&mutex);
}

Owner** OwnerMap::FindByHandle(void* object) {
  for (Owner*& bucket : buckets_) {
    for (Owner** link = &bucket; *link != nullptr; link = &(*link)->link) {
      if ((*link)->handle == object) return link;
    }
  }
  return nullptr;
}

Owner** OwnerMap::FindLink(void* object) {
  void* key = DispatchTablePointerOf(object);
  Owner** same_key = nullptr;
  for (Owner** link = &buckets_[Bucket(key)]; *link != nullptr; link = &(*link)->link) {
    if ((*link)->key != key) continue;
    if ((*link)->handle == object) return link;
    if (same_key == nullptr) same_key = link;
  }
  if (same_key != nullptr) return same_key;
  Owner** link = FindByHandle(object);
  if (link == nullptr) return nullptr;
  Owner* owner = *link;
  *link = owner->link;
  owner->key = key;
  Owner** bucket = &buckets_[Bucket(key)];
  owner->link = *bucket;
  *bucket = owner;
  return bucket;
}

Owner* OwnerMap::Find(void* object, const char* function) {
  if (object == nullptr) {
    Violation(function, "null dispatchable handle");
    return nullptr;
  }
  pthread_mutex_lock(&mutex);
  Owner** link = FindLink(object);
  Owner* owner = link == nullptr ? nullptr : *link;
  pthread_mutex_unlock(&mutex);
  if (owner == nullptr) Violation(function, "unknown dispatch table pointer");
  return owner;
}

Owner* OwnerMap::Remove(void* object, const char* function) {
  pthread_mutex_lock(&mutex);
  Owner** link = FindLink(object);
  Owner* owner = link == nullptr ? nullptr : *link;
  if (owner != nullptr) *link = owner->link;
  if (owner == newest_) newest_ = nullptr;
  pthread_mutex_unlock(&mutex);
  if (owner == nullptr) Violation(function, "unknown dispatch table pointer");
  return owner;
}

}  // namespace loadstone::mock
