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

// The files that the variables about drivers name, or that stand in folders which they name.
std::vector<std::string> DriverFiles(const std::map<std::string, std::string>& environment);

// What the documents say of where drivers are found (LoaderDriverInterface, "Driver Discovery"),
// for the drivers of a machine that nobody here wrote.
class DriverRules {
 public:
  // `machine` must outlive it.
  DriverRules(const oracle::Machine& machine, const Subject& subject);

  // Fills `should`, `policy` and `why` of the diagnosis of a driver; a `why` that is there already
  // is what is wrong with its manifest or its library.
  void Expect(Diagnosis& driver) const;

 private:
  bool IsSet(const char* variable) const;
  bool Names(const char* variable, const std::string& file) const;

  const oracle::Machine& machine_;
  std::vector<oracle::vulkan::Place> places_;
};

}  // namespace loadstone::doctor

#endif  // LOADSTONE_TOOL_DOCTOR_DRIVER_RULES_H_
