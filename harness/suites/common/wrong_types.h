#ifndef LOADSTONE_HARNESS_SUITES_COMMON_WRONG_TYPES_H_
#define LOADSTONE_HARNESS_SUITES_COMMON_WRONG_TYPES_H_

#include <functional>
#include <string>
#include <vector>

namespace loadstone {

// One place in a manifest, as the description of its format has it.
struct FormatPlace {
  const char* name;     // in snake case
  const char* pointer;  // a JSON pointer, such as "/api_layer/functions"
  enum class Type { kText, kObject, kList } type;
};

// A manifest that is right but for one place, where the value is of another type.
struct WrongType {
  std::string name;  // "type_of_PLACE_TYPE", in snake case
  std::function<std::string()> text;
};

// For each place every type that it should not have: null, a truth value, a number, a text, an
// object, and a list with what should be there. `manifest` gives one that is right.
std::vector<WrongType> WrongTypesAt(const std::vector<FormatPlace>& places,
                                    const std::function<std::string()>& manifest);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SUITES_COMMON_WRONG_TYPES_H_
