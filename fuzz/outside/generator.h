// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_GENERATOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_GENERATOR_H_

#include <string>

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"
#include "harness/world/subject.h"

namespace loadstone::fuzz {

// Settings of the generated inputs.
struct GeneratorOptions {
  unsigned create_percent = 25;  // the percentage of inputs that create an instance
  bool elevated = false;
};

// Makes inputs. The same random numbers give the same inputs.
class Generator {
 public:
  // `subject` must outlive it.
  Generator(const Subject& subject, const GeneratorOptions& options)
      : subject_(subject), options_(options) {}
  virtual ~Generator() = default;

  // A new machine.
  virtual Input Make(Random& random) const = 0;
  // A machine that differs a little from `input`.
  virtual Input Change(const Input& input, Random& random) const;
  // The machine of `input` with nearly the same files, and another environment and application: as
  // useful as a new one, without the cost of placing its files.
  Input Vary(const Input& input, Random& random) const;

 protected:
  // Sets a variable, most likely one that affects `input`.
  virtual void AddVariable(Input& input, Random& random) const = 0;
  // Sets what the application of `input` does.
  virtual void SetApplication(Input& input, Random& random) const = 0;
  // Calls AddVariable several times, or not at all.
  void AddVariables(Input& input, Random& random) const;
  // For Change: adds a layer; mutates the text of a manifest; and makes one of the OwnChanges()
  // kinds of API-specific changes.
  virtual void AddOneLayer(Input& input, Random& random) const = 0;
  virtual std::string CorruptManifest(const std::string& text, Random& random) const = 0;
  virtual size_t OwnChanges() const { return 0; }
  virtual void MakeOwnChange(Input&, Random&) const {}

  const Subject& subject_;
  const GeneratorOptions options_;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_GENERATOR_H_
