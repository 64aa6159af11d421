// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_API_H_
#define LOADSTONE_FUZZ_OUTSIDE_API_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/outside/generator.h"
#include "fuzz/outside/input.h"
#include "harness/case/observation.h"
#include "harness/world/subject.h"
#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/library.h"

namespace loadstone::fuzz {

struct Shared;

// An application of an API, in the executor.
class Application {
 public:
  virtual ~Application() = default;
  // Asks the subject what the question in `shared` says, and writes there what it answers and, in
  // `step`, what it is asked at the time.
  virtual void Ask(const std::vector<const char*>& layers,
                   const std::vector<const char*>& extensions, Shared& shared) = 0;
};

// All that the fuzzer has to know of an API. Everything else is the same for each.
class FuzzedApi {
 public:
  virtual ~FuzzedApi() = default;
  // The mocks of every machine, and the environment of every application beside HOME, both whatever
  // else the input says.
  virtual const std::vector<Library>& libraries() const = 0;
  virtual std::map<std::string, std::string> Environment(bool elevated) const = 0;
  // Adds what the mocks need beside their libraries.
  virtual void AddFiles(World& world) const = 0;

  // What makes the inputs; `subject` must outlive it.
  virtual std::unique_ptr<Generator> NewGenerator(const Subject& subject,
                                                  const GeneratorOptions& options) const = 0;

  // nullptr if `library`, of dlopen, is no loader of this API.
  virtual std::unique_ptr<Application> Open(void* library) const = 0;
  virtual const char* StepName(Step step) const = 0;
  // Takes one event of the mocks' trace, in order.
  virtual void Read(const Event& event, Answer& answer) const = 0;
  // The calls that gave the address of a function, by their bits in Shared::found_functions.
  virtual std::vector<std::string> FoundFunctions(uint32_t found) const = 0;
  // Whether an answer may have left things in the process that a later one shows.
  virtual bool LeavesState(const Answer& answer) const = 0;

  // Where else the manifest `file` of a layer would surely be found: folders of other policies.
  virtual std::vector<std::string> OtherFolders(const Input& input, const Subject& subject,
                                                const std::string& file) const = 0;
  // The policies of a loader that misses a layer wherever its manifest is, and of one that does
  // wrong only where a text in a manifest is long: a name or a description.
  virtual std::string MissingLayerPolicy() const = 0;
  virtual std::string LongTextPolicy(bool name) const = 0;
  // The policy of a loader whose answer after files changed is right neither for those of before
  // nor for those of now.
  virtual std::string ChangedFilesPolicy() const = 0;
  // The policy of one that answers otherwise while another process uses it.
  virtual std::string OtherProcessPolicy() const = 0;

  // All that is wrong, in the order in which it matters. A subject that ended is asked nothing
  // else.
  virtual std::vector<Fault> Judge(const Input& input, const Answer& answer,
                                   const Subject& subject) const = 0;
};

const FuzzedApi& VulkanApi();
const FuzzedApi& OpenXrApi();

// The API of that name; throws std::invalid_argument with one clear line for others.
const FuzzedApi& FindApi(Api api);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_API_H_
