// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_OPENXR_GENERATOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_OPENXR_GENERATOR_H_

#include <string>

#include "fuzz/outside/generator.h"

namespace loadstone::fuzz::openxr {

// Makes machines with one or more runtimes, some API layers, valid and hostile, and an environment
// that affects them.
class Generator : public fuzz::Generator {
 public:
  using fuzz::Generator::Generator;
  Input Make(Random& random) const override;

 private:
  void AddLayer(Input& input, Random& random) const;
  void AddRuntime(Input& input, bool standard, Random& random) const;
  void AddVariable(Input& input, Random& random) const override;
  void SetApplication(Input& input, Random& random) const override;
  void AddOneLayer(Input& input, Random& random) const override;
  std::string CorruptManifest(const std::string& text, Random& random) const override;
  size_t OwnChanges() const override { return 1; }  // replace the runtime
  void MakeOwnChange(Input& input, Random& random) const override;
};

}  // namespace loadstone::fuzz::openxr

#endif  // LOADSTONE_FUZZ_OUTSIDE_OPENXR_GENERATOR_H_
