// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DOCTOR_DRIVER_RULES_H_
#define LOADSTONE_TOOL_DOCTOR_DRIVER_RULES_H_

#include <map>
#include <string>
#include <vector>

#include "oracle/machine.h"
#include "oracle/vulkan/model.h"
#include "tool/doctor/diagnosis.h"

namespace loadstone::doctor {

// Returns the files that the variables about drivers name, and those in folders that they name.
std::vector<std::string> DriverFiles(const std::map<std::string, std::string>& environment);

// The rules of driver discovery (LoaderDriverInterface, "Driver Discovery"), applied to the drivers
// of a real machine.
class DriverRules {
 public:
  // `machine` must outlive this object.
  DriverRules(const oracle::Machine& machine, const Subject& subject);

  // Sets `should`, `policy` and `why` of a driver's diagnosis. A `why` that is already set is the
  // problem of its manifest or library.
  void Expect(Diagnosis& driver) const;

 private:
  bool IsSet(const char* variable) const;
  bool Names(const char* variable, const std::string& file) const;

  const oracle::Machine& machine_;
  std::vector<oracle::vulkan::Place> places_;
};

}  // namespace loadstone::doctor

#endif  // LOADSTONE_TOOL_DOCTOR_DRIVER_RULES_H_
