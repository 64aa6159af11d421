#ifndef LOADSTONE_HARNESS_FUZZ_VULKAN_GENERATOR_H_
#define LOADSTONE_HARNESS_FUZZ_VULKAN_GENERATOR_H_

#include "harness/fuzz/input.h"
#include "harness/fuzz/random.h"
#include "harness/world/subject.h"

namespace loadstone::fuzz::vulkan {

// Makes inputs: machines with a few layers, good and hostile, and an environment that plays with
// them. The same numbers give the same inputs.
class Generator {
 public:
  // `create_percent` of a hundred inputs create an instance. `subject` must outlive it.
  Generator(const Subject& subject, unsigned create_percent)
      : subject_(subject), create_percent_(create_percent) {}

  // A new machine.
  Input Make(Random& random) const;
  // A machine that differs a little from `input`.
  Input Change(const Input& input, Random& random) const;
  // The machine of `input` with the same files, and another environment and application: as good a
  // question as a new one, without the cost of its files.
  Input Vary(const Input& input, Random& random) const;

 private:
  void AddLayer(Input& input, unsigned meta_percent, Random& random) const;
  void AddVariable(Input& input, Random& random) const;
  void AddOverride(Input& input, Random& random) const;
  void SetApplication(Input& input, Random& random) const;
  std::string Manifest(const Input& input, bool implicit, bool meta, Random& random) const;

  const Subject& subject_;
  unsigned create_percent_;
};

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_HARNESS_FUZZ_VULKAN_GENERATOR_H_
