// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_INPUT_H_
#define LOADSTONE_FUZZ_OUTSIDE_INPUT_H_

#include <map>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"
#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/library.h"
#include "oracle/machine.h"
#include "oracle/path_list.h"

namespace loadstone::fuzz {

using oracle::Answer;
using oracle::Enumerated;
using oracle::Fault;
using oracle::FolderOf;
using oracle::kApplicationPath;
using oracle::kEndOfStack;
using oracle::kHome;
using oracle::Library;
using oracle::LibraryPath;
using oracle::SplitPaths;
using oracle::Step;
using oracle::Stuck;
using oracle::Use;

inline constexpr char kMockTrace[] = "/opt/fuzz/trace";
inline constexpr char kInputPath[] = "/opt/fuzz/input.json";
inline constexpr char kCorpusFolder[] = "/opt/fuzz/corpus";  // an input in each file

// A generated machine.
using Input = oracle::Machine;

// An input as JSON and back. Bytes outside of ASCII become the code points U+0080 to U+00FF.
// Reading throws std::invalid_argument with a one-line message for anything that ToJson did not
// write.
std::string ToJson(const Input& input);
Input InputFromJson(const std::string& json);
// The input in the file `path`. Throws std::runtime_error with a one-line message.
Input ReadInput(const std::string& path);

// The maximum number of inputs of a corpus, of earlier runs or of this one.
inline constexpr size_t kMaxCorpus = 2000;

// The corpus in the folder `path`, in the order of its files' names: the inputs of `api`, at most
// kMaxCorpus; none where there is no folder. Throws std::runtime_error with one clear line.
std::vector<Input> ReadCorpus(const std::string& path, Api api);

// The complete environment of the application of `input`.
std::map<std::string, std::string> Environment(const Input& input);

// The machine on which inputs for a subject are run one after another: the libraries, and writable
// folders. With an input and a corpus: their texts, where the probe finds them.
World Machine(const Subject& subject, const Input* input, const std::vector<Input>& corpus = {});

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_INPUT_H_
