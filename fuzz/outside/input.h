#ifndef LOADSTONE_FUZZ_OUTSIDE_INPUT_H_
#define LOADSTONE_FUZZ_OUTSIDE_INPUT_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone::fuzz {

inline constexpr char kHome[] = "/home/user";
inline constexpr char kApplicationPath[] = "/opt/application/bin/application";
inline constexpr char kMockTrace[] = "/loadstone/fuzz/trace";
inline constexpr char kInputPath[] = "/loadstone/fuzz/input.json";
inline constexpr char kCorpusFolder[] = "/loadstone/fuzz/corpus";  // an input in each file

// What is generated: the files with manifests, the environment beside that of every application,
// and what the application does. Strings hold any bytes.
struct Input {
  std::string api = "vulkan";
  std::map<std::string, std::string> files = {};  // by absolute path
  std::map<std::string, std::string> environment = {};
  std::vector<std::string> layers = {};      // that the application asks for
  std::vector<std::string> extensions = {};  // likewise; of OpenXR
  bool create = false;                       // an instance, beside enumerating
  bool device = false;                       // and a device; of Vulkan
  bool elevated = false;                     // with rights that its user does not have

  bool operator==(const Input& other) const = default;
};

// An input as JSON and back. Bytes outside of ASCII are the code points U+0080 to U+00FF. Reading
// throws std::invalid_argument with one clear line for anything that was not written by ToJson.
std::string ToJson(const Input& input);
Input InputFromJson(const std::string& json);

// The environment that the application of `input` has, complete.
std::map<std::string, std::string> Environment(const Input& input);

// The machine on which inputs of an API are run one after another: the libraries, and writable
// folders. With an input and a corpus: their texts, where the probe finds
// them.
World Machine(const std::string& api, const Input* input, const std::vector<Input>& corpus = {});

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_INPUT_H_
