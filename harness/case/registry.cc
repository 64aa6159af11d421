#include "harness/case/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>
#include <utility>

namespace loadstone {
namespace {

constexpr size_t kNoBlock = static_cast<size_t>(-1);

// The head of the list of blocks; there before the first of them is made.
constinit const CaseBlock* first_block = nullptr;

[[noreturn]] void Refuse(const std::string& name) {
  fmt::print(stderr, "the case '{}' has a malformed or duplicate ID\n", name);
  std::abort();
}

bool IsSnakeCase(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

// Compilers are given the path of a source as the build has it.
std::string InRepository(std::string_view file) {
  const size_t room = file.rfind("suites/");
  return std::string(room == std::string_view::npos ? file : file.substr(room));
}

}  // namespace

// What has been registered so far, and who does it.
class Registry {
 public:
  static Registry& Get() {
    static auto* registry = new Registry;
    return *registry;
  }

  void Add(CaseInfo info) {
    info.block = filling_;
    info.file = file_;
    cases_.push_back(std::move(info));
  }

  std::optional<CaseInfo> Find(std::string_view id) const {
    const auto found = std::find_if(cases_.begin(), cases_.end(),
                                    [&](const CaseInfo& info) { return info.id == id; });
    return found == cases_.end() ? std::nullopt : std::optional(*found);
  }

  // Fills the block of that number, or all.
  void Fill(std::optional<size_t> wanted) {
    size_t number = 0;
    for (const CaseBlock* block = first_block; block != nullptr; block = block->next_, ++number) {
      if (!wanted.has_value() || *wanted == number) FillOne(*block, number);
    }
  }

  const std::vector<CaseInfo>& FillAll() {
    Fill(std::nullopt);
    const auto by_id = [](const CaseInfo& a, const CaseInfo& b) { return a.id < b.id; };
    std::sort(cases_.begin(), cases_.end(), by_id);
    const auto same = [](const CaseInfo& a, const CaseInfo& b) { return a.id == b.id; };
    const auto twice = std::adjacent_find(cases_.begin(), cases_.end(), same);
    if (twice != cases_.end()) Refuse(twice->id);
    return cases_;
  }

 private:
  void FillOne(const CaseBlock& block, size_t number) {
    if (!filled_.insert(number).second) return;
    filling_ = number;
    file_ = InRepository(block.file_);
    block.fill_();
    filling_ = kNoBlock;
    file_.clear();
  }

  std::vector<CaseInfo> cases_;
  std::set<size_t> filled_;
  size_t filling_ = kNoBlock;
  std::string file_;
};

CaseBlock::CaseBlock(void (*fill)(), const char* file)
    : fill_(fill), file_(file), next_(first_block) {
  first_block = this;
}

const std::vector<CaseInfo>& AllCases() {
  static const std::vector<CaseInfo>& all = Registry::Get().FillAll();
  return all;
}

std::optional<CaseInfo> FindCase(const std::string& id) {
  AllCases();
  return Registry::Get().Find(id);
}

std::optional<CaseInfo> FindCaseInBlock(const std::string& id, size_t block) {
  Registry::Get().Fill(block);
  return Registry::Get().Find(id);
}

void RegisterCase(std::string api, std::vector<policy::Id> policies, std::string name,
                  std::function<void(Case&)> body, const char* subject) {
  if (!IsSnakeCase(name) || policies.empty()) Refuse(name);
  CaseInfo info = {.id = fmt::format("{}/{}", policies.front().text, name),
                   .api = std::move(api),
                   .subject = subject,
                   .body = std::move(body)};
  for (const policy::Id& id : policies) info.policies.emplace_back(id.text);
  Registry::Get().Add(std::move(info));
}

}  // namespace loadstone
