// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_REGISTRY_H_
#define LOADSTONE_HARNESS_CASE_REGISTRY_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"
#include "policies/policy_ids.h"

namespace loadstone {

class Case;

// A registered case.
struct CaseInfo {
  std::string id = {};  // POLICY_ID/short_snake_case_name
  Api api = Api::kVulkan;
  SubjectKind subject = SubjectKind::kLoader;
  std::vector<std::string> policies = {};  // the first one is that of the ID
  std::string file = {};                   // where it is written, relative to the repository
  int line = 0;                            // of its macro, or of the table that it is a row of
  std::string library = {};  // of rules (case_library.h), a path; empty for a case of ours
  std::function<void(Case&)> body = {};
};

// Returns all cases of the program and of the rules libraries that were loaded before the first
// call, ordered by ID. Throws std::logic_error with one line if two cases have the same ID or an ID
// is malformed.
const std::vector<CaseInfo>& AllCases();
// Returns the source location of a case in the form that editors accept:
// suites/vulkan/override/order.cc:40.
std::string PlaceOf(const CaseInfo& info);
// Returns std::nullopt for an unknown ID.
std::optional<CaseInfo> FindCase(const std::string& id);
// Finds a case of that file (CaseInfo::file), for a process that is started for one case: fills
// only blocks of the file, and registers no other case.
std::optional<CaseInfo> FindCaseInFile(const std::string& id, const std::string& file);

// Registers a case. Throws std::logic_error for a malformed ID; AllCases does for one that is
// taken. To be called by a block (below), or by a test.
void RegisterCase(Api api, std::vector<policy::Id> policies, std::string name,
                  std::function<void(Case&)> body, SubjectKind subject = SubjectKind::kLoader);

// A group of cases that `fill` registers together. A probe starts anew for every case, so its
// start-up only links the blocks; a block is filled when one of its cases is needed. For static
// objects only.
class CaseBlock {
 public:
  CaseBlock(void (*fill)(), const char* file, int line);
  CaseBlock(const CaseBlock&) = delete;
  CaseBlock& operator=(const CaseBlock&) = delete;

 private:
  friend class Registry;

  void (*fill_)();
  const char* file_;
  int line_;
  const char* library_;
  const CaseBlock* next_;
};

// Assigns the blocks that are linked from now on to this library, whose name must stay valid; null:
// to the program.
void SetLinkedLibrary(const char* library);

}  // namespace loadstone

#define LOADSTONE_JOIN_AGAIN(a, b) a##b
#define LOADSTONE_JOIN(a, b) LOADSTONE_JOIN_AGAIN(a, b)
#define LOADSTONE_BLOCK(fill)                                                               \
  static const ::loadstone::CaseBlock LOADSTONE_JOIN(case_block_, __LINE__)(fill, __FILE__, \
                                                                            __LINE__)

// Registers the cases of a table:
//
//   REGISTER_CASES {
//     for (const Row& row : kRows) RegisterCase(Api::kVulkan, {row.policy}, row.name, ...);
//   }
#define REGISTER_CASES                                       \
  static void LOADSTONE_JOIN(RegisterCases_, __LINE__)();    \
  LOADSTONE_BLOCK(LOADSTONE_JOIN(RegisterCases_, __LINE__)); \
  static void LOADSTONE_JOIN(RegisterCases_, __LINE__)()

// Registers one case of `api` under <owner>/<name>, whose body follows. The case cites the owner
// and the policies after the name.
#define LOADSTONE_CASE(api, subject, owner, name, ...)                                             \
  static void Case_##owner##_##name(::loadstone::Case& c);                                         \
  REGISTER_CASES {                                                                                 \
    ::loadstone::RegisterCase(api, {::loadstone::policy::owner __VA_OPT__(, ) __VA_ARGS__}, #name, \
                              Case_##owner##_##name, subject);                                     \
  }                                                                                                \
  static void Case_##owner##_##name([[maybe_unused]] ::loadstone::Case& c)

#endif  // LOADSTONE_HARNESS_CASE_REGISTRY_H_
