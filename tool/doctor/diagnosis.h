// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DOCTOR_DIAGNOSIS_H_
#define LOADSTONE_TOOL_DOCTOR_DIAGNOSIS_H_

#include <map>
#include <string>
#include <vector>

#include "harness/world/subject.h"
#include "tool/doctor/host_loader.h"
#include "tool/doctor/manifest.h"

namespace loadstone::doctor {

// What the documents say becomes of a component, and what became of it.
enum class Fate {
  kLoaded,
  kListed,   // a layer: the application is told of it, and it is not loaded
  kUnused,   // neither
  kUnknown,  // the documents leave it open; or it cannot be seen
};
const char* Name(Fate fate);

// One component of one manifest.
struct Diagnosis {
  std::string file = {};
  Kind kind = Kind::kExplicitLayer;
  std::string name = {};
  Fate should = Fate::kUnknown;
  Fate does = Fate::kUnknown;
  std::string policy = {};  // that says so; empty where none does
  std::string why = {};

  // Whether a loader does otherwise than the documents say.
  bool differs() const {
    return should != Fate::kUnknown && does != Fate::kUnknown && should != does;
  }
};

// The machine that is looked at: this one, as far as a loader can tell.
struct Host {
  std::map<std::string, std::string> environment = {};
  std::string home = {};
  std::string executable = {};  // of the application
};
Host ThisHost();

// `folders` of a subject in which the home of calibration is that of `host`, or, of a subject that
// could not be calibrated, the folders that the documents name.
void MoveHome(const Host& host, Subject& subject);

// Every manifest that `subject` may be meant to read on `host`, and what is to become of what is in
// it for an application that asks for no layer, by kind and file. `answer` is what the loader did.
// Reads the machine's files, and loads nothing.
std::vector<Diagnosis> Diagnose(const Host& host, const Subject& subject,
                                const LoaderAnswer& answer);

}  // namespace loadstone::doctor

#endif  // LOADSTONE_TOOL_DOCTOR_DIAGNOSIS_H_
