// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DOCTOR_DIAGNOSIS_H_
#define LOADSTONE_TOOL_DOCTOR_DIAGNOSIS_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/elf_file.h"
#include "harness/world/subject.h"
#include "tool/doctor/host_loader.h"
#include "tool/doctor/manifest.h"

namespace loadstone::doctor {

// Whether a component is used: according to the documents, or by a loader.
enum class Fate {
  kLoaded,
  kListed,   // a layer: the application can enumerate it, but it is not loaded
  kUnused,   // neither loaded nor listed
  kUnknown,  // the documents do not define it, or it cannot be observed
};
const char* Name(Fate fate);

// The diagnosis of one component of a manifest.
struct Diagnosis {
  std::string file = {};
  Kind kind = Kind::kExplicitLayer;
  std::string name = {};
  Fate should = Fate::kUnknown;
  Fate does = Fate::kUnknown;
  std::string policy = {};  // the policy behind `should`; empty if there is none
  std::string why = {};

  // Returns whether the loader does something other than the documents require.
  bool differs() const {
    return should != Fate::kUnknown && does != Fate::kUnknown && should != does;
  }
};

// The examined machine, as far as a loader sees it.
struct Host {
  std::map<std::string, std::string> environment = {};
  std::string home = {};
  std::string executable = {};                    // path of the application
  std::string root = {};                          // the folder of another system; empty: this one
  Architecture architecture = OwnArchitecture();  // of the loader
};
Host ThisHost();
// The system in the folder `root`, for an application in a world that shows it: without the
// variables and the home of this machine's user.
Host SystemIn(const std::string& root);

// Replaces the home of calibration in the `folders` of a subject by that of `host`; for a subject
// that could not be calibrated, sets the folders that the documents name.
void MoveHome(const Host& host, Subject& subject);

// Returns a diagnosis for every component in a manifest that `subject` may read on `host`, for an
// application that enables no layer, sorted by kind and file. `answer` is the behaviour of the
// loader. Reads the machine's files, and loads nothing.
std::vector<Diagnosis> Diagnose(const Host& host, const Subject& subject,
                                const LoaderAnswer& answer);

}  // namespace loadstone::doctor

#endif  // LOADSTONE_TOOL_DOCTOR_DIAGNOSIS_H_
