// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_GENERATOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_GENERATOR_H_

#include "fuzz/outside/generator.h"

namespace loadstone::fuzz::vulkan {

// Makes machines with some layers, valid and hostile, and an environment that affects them.
class Generator : public fuzz::Generator {
 public:
  using fuzz::Generator::Generator;
  Input Make(Random& random) const override;
  Input Change(const Input& input, Random& random) const override;

 private:
  void AddLayer(Input& input, unsigned meta_percent, Random& random) const;
  void AddVariable(Input& input, Random& random) const override;
  void AddOverride(Input& input, Random& random) const;
  void SetApplication(Input& input, Random& random) const override;
  void AddOneLayer(Input& input, Random& random) const override;
  std::string CorruptManifest(const std::string& text, Random& random) const override;
  void SetDrivers(Input& input, Random& random) const;
  std::string Manifest(const Input& input, bool implicit, bool meta, Random& random) const;
};

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_GENERATOR_H_
