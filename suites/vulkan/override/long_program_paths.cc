// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "suites/suites.h"

// LoaderLayerInterface, "Override Meta-Layer": an entry of app_keys is the full path of an
// executable, however long it is. Linux has paths of at most 4,095 bytes.
namespace loadstone::suites::long_program_paths {
namespace {

constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr size_t kLengths[] = {255, 256, 511, 512, 1023, 1024, 2048, 3800};

// A path of `length` bytes, in folders with names of at most 200.
std::string PathOf(size_t length) {
  constexpr size_t kLongestName = 200;
  std::string path = "/opt";
  while (path.size() < length) {
    const size_t left = length - path.size() - 1;
    // A name needs a byte, and so does what may follow it.
    const size_t size = left <= kLongestName ? left : std::min(kLongestName, left - 2);
    path += "/" + std::string(size, 'a');
  }
  return path;
}

// The chain of an application with this path, on a machine whose override layer is for `app_key`.
std::vector<std::string> ChainOf(Case& c, const std::string& program, const std::string& app_key) {
  VulkanWorld world(c.subject());
  world.Application(program)
      .With(Layer(kComponent))
      .With(Layer::Override({kComponent}).AppKeys({app_key}));
  return InstanceChain(Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); }));
}

void JudgeNamed(Case& c, size_t length) {
  EXPECT_SEEN(ChainOf(c, PathOf(length), PathOf(length)), ElementsAre(kComponent))
      << "an override layer whose app_keys contain the application's path applies";
}

// A loader that compares the beginning of a path takes one application for another.
void JudgeOther(Case& c, size_t length) {
  std::string other = PathOf(length);
  other.back() = 'b';
  EXPECT_SEEN(ChainOf(c, PathOf(length), other), IsEmpty())
      << "an override layer whose app_keys do not contain the application's path does not apply";
}

REGISTER_CASES {
  for (const size_t length : kLengths) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_1, policy::LLP_LOADER_11},
                 fmt::format("program_path_of_{}_bytes", length),
                 [length](Case& c) { JudgeNamed(c, length); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_1, policy::LLP_LOADER_11},
                 fmt::format("another_program_path_of_{}_bytes", length),
                 [length](Case& c) { JudgeOther(c, length); });
  }
}

}  // namespace
}  // namespace loadstone::suites::long_program_paths
