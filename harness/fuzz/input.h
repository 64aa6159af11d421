#ifndef LOADSTONE_HARNESS_FUZZ_INPUT_H_
#define LOADSTONE_HARNESS_FUZZ_INPUT_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone::fuzz {

// What a library of the fixed set is good for, by the documents.
enum class Use {
  kWorks,   // a well-behaved layer
  kEither,  // a loader may use it or not
  kNever,   // no loader can use it as a layer
};

// The libraries that the manifests of an input may name; every machine has them all.
struct Library {
  std::string name;       // as in the trace
  std::string binary;     // the mock, or empty for none
  std::string behaviour;  // its configuration, JSON
  Use use;
};
const std::vector<Library>& Libraries();
// The first so many of them work.
inline constexpr size_t kWorkingLibraries = 12;
std::string LibraryPath(const Library& library);
// nullptr for a path that is none of theirs.
const Library* FindLibrary(const std::string& path);

inline constexpr char kHome[] = "/home/user";
inline constexpr char kDriverLibrary[] = "/opt/loadstone/libdriver.so";
inline constexpr char kMockTrace[] = "/loadstone/fuzz/trace";
inline constexpr char kInputPath[] = "/loadstone/fuzz/input.json";

// What is generated: the files with manifests, the environment beside HOME and the driver's
// variables, and what the application does. Strings hold any bytes.
struct Input {
  std::map<std::string, std::string> files = {};  // by absolute path
  std::map<std::string, std::string> environment = {};
  std::vector<std::string> layers = {};  // that the application asks for
  bool create = false;                   // an instance, beside enumerating
  bool device = false;                   // and a device

  bool operator==(const Input& other) const = default;
};

// An input as JSON and back. Bytes outside of ASCII are the code points U+0080 to U+00FF. Reading
// throws std::invalid_argument with one clear line for anything that was not written by ToJson.
std::string ToJson(const Input& input);
Input InputFromJson(const std::string& json);

// The environment that the application of `input` has, complete.
std::map<std::string, std::string> Environment(const Input& input);

// The machine on which inputs are run one after another: the libraries, the driver, and writable
// folders. With an input: its text, where the probe finds it.
World Machine(const Input* input);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_HARNESS_FUZZ_INPUT_H_
