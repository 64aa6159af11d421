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

// An application of an API, which runs in the executor.
class Application {
 public:
  virtual ~Application() = default;
  // Calls the subject as the question in `shared` requires, and writes the answers there; `step` is
  // the current call.
  virtual void Ask(const std::vector<const char*>& layers,
                   const std::vector<const char*>& extensions, Shared& shared) = 0;
};

// All that the fuzzer has to know of an API. Everything else is the same for each.
class FuzzedApi {
 public:
  virtual ~FuzzedApi() = default;
  virtual Api api() const = 0;
  // The mocks of every machine, and the environment of every application beside HOME, both whatever
  // else the input says.
  virtual const std::vector<Library>& libraries() const = 0;
  virtual std::map<std::string, std::string> Environment(bool elevated) const = 0;
  // The files of every machine apart from the libraries, by path.
  virtual std::map<std::string, std::string> files() const = 0;

  // A generator of inputs; `subject` must outlive it.
  virtual std::unique_ptr<Generator> NewGenerator(const Subject& subject,
                                                  const GeneratorOptions& options) const = 0;

  // `library` is a handle of dlopen. Returns nullptr if it is not a loader of this API.
  virtual std::unique_ptr<Application> Open(void* library) const = 0;
  virtual const char* StepName(Step step) const = 0;
  // Evaluates one event of the mocks' trace; called in the order of the events.
  virtual void Read(const Event& event, Answer& answer) const = 0;
  // The calls that returned the address of a function, for the bits of Shared::found_functions.
  virtual std::vector<std::string> FoundFunctions(uint32_t found) const = 0;
  // Whether the process may keep state after this answer that affects a later one.
  virtual bool LeavesState(const Answer& answer) const = 0;

  // The other folders, each covered by another policy, in which the layer's manifest `file` would
  // certainly be found.
  virtual std::vector<std::string> OtherFolders(const Input& input, const Subject& subject,
                                                const std::string& file) const = 0;
  // The policies for a loader that misses a layer in whatever folder its manifest is, and for one
  // that fails only if a text in a manifest (a name or a description) is long.
  virtual std::string MissingLayerPolicy() const = 0;
  virtual std::string LongTextPolicy(bool name) const = 0;
  // The policy for a loader whose answer after files changed is correct neither for the earlier
  // files nor for the present ones.
  virtual std::string ChangedFilesPolicy() const = 0;
  // The policy for a loader whose answer differs while another process uses it.
  virtual std::string OtherProcessPolicy() const = 0;

  // All faults in the answer, in the order of importance. After a subject has ended, its answer is
  // not judged further.
  virtual std::vector<Fault> Judge(const Input& input, const Answer& answer,
                                   const Subject& subject) const = 0;
};

const FuzzedApi& VulkanApi();
const FuzzedApi& OpenXrApi();

// The API of that name; throws std::invalid_argument with one clear line for others.
const FuzzedApi& FindApi(Api api);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_API_H_
