#ifndef LOADSTONE_HARNESS_FUZZ_GENERATOR_H_
#define LOADSTONE_HARNESS_FUZZ_GENERATOR_H_

#include "harness/fuzz/input.h"
#include "harness/fuzz/random.h"
#include "harness/world/subject.h"

namespace loadstone::fuzz {

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

 private:
  void AddLayer(Input& input, unsigned meta_percent, Random& random) const;
  void AddVariable(Input& input, Random& random) const;
  void SetApplication(Input& input, Random& random) const;
  std::string Manifest(const Input& input, bool implicit, bool meta, Random& random) const;

  const Subject& subject_;
  unsigned create_percent_;
};

// What the text of a manifest may be turned into by somebody who wants harm or does not know
// better: other members, other values, other bytes.
std::string Spoil(const std::string& text, Random& random);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_HARNESS_FUZZ_GENERATOR_H_
