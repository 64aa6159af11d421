// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <stdexcept>

#include "fuzz/outside/difference.h"
#include "fuzz/outside/fnv.h"
#include "fuzz/outside/machine_text.h"

namespace loadstone::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxFolderNameLength = 160;

void WriteText(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

void MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(
        fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
  }
}

}  // namespace

std::string FolderName(const Fault& fault) {
  std::string name = fault.Heading() + "-";
  for (const char c : fault.cause) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += c;
    } else if (name.back() != '_' && name.back() != '-') {
      name += '_';
    }
  }
  if (name.size() <= kMaxFolderNameLength) return name;
  // Causes may differ only in the part that is cut off.
  const std::string rest = name.substr(kMaxFolderNameLength);
  return fmt::format("{}_{:016x}", name.substr(0, kMaxFolderNameLength),
                     std::hash<std::string>()(rest));
}

std::string CauseKey(const Fault& fault) {
  return fault.file.empty() ? fault.Signature() : "in a folder: " + fault.cause;
}

bool Findings::Add(Finding finding) {
  for (Finding& known : findings_) {
    if (known.fault.Signature() != finding.fault.Signature()) continue;
    const bool earlier = finding.slice < known.slice;
    if (earlier) known = std::move(finding);
    return earlier;
  }
  findings_.push_back(std::move(finding));
  std::sort(findings_.begin(), findings_.end(), [](const Finding& one, const Finding& other) {
    return one.fault.Signature() < other.fault.Signature();
  });
  return true;
}

std::string FindingFolder(const Finding& finding, const std::string& out) {
  return fs::path(out) / FolderName(finding.fault);
}

void WriteFinding(const Finding& finding, const std::string& level, const std::string& out,
                  const std::string& options) {
  const fs::path folder = FindingFolder(finding, out);
  MakeFolder(folder);
  WriteText(folder / kWorldFile, ToJson(finding.input) + "\n");
  if (!finding.before.empty()) MakeFolder(folder / kBeforeFolder);
  for (size_t i = 0; i < finding.before.size(); ++i) {
    WriteText(folder / kBeforeFolder / fmt::format("{:06}.json", i),
              ToJson(finding.before[i]) + "\n");
  }
  const Fault& fault = finding.fault;
  const std::string seen =
      IsDifference(fault)
          ? fmt::format(
                "# Different behaviour\n\n"
                "{}\n\n"
                "- this loader: {}\n"
                "- the other: {}\n",
                fault.cause, fault.observed, fault.expected)
          : fmt::format("# {}\n\n{}\n\n- level: {}\n- expected: {}\n- observed: {}\n", fault.policy,
                        fault.cause, level, fault.expected, fault.observed);
  WriteText(folder / "README.md",
            fmt::format("{}- machine: {}\n\n    loadstone repro {} {}\n", seen,
                        MachineInWords(finding.input), folder.string(), options));
}

bool IsFinding(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

Input ReadFinding(const std::string& path) {
  const fs::path file = fs::path(path) / kWorldFile;
  std::error_code error;
  if (!fs::exists(file, error)) {
    throw std::runtime_error(
        fmt::format("{} is not the folder of a finding: it has no {}", path, kWorldFile));
  }
  return ReadInput(file);
}

std::vector<Input> ReadBefore(const std::string& path, Api api) {
  return ReadCorpus((fs::path(path) / kBeforeFolder).string(), api);
}

void WriteCorpus(const std::vector<Input>& inputs, const std::string& path) {
  MakeFolder(path);
  for (const Input& input : inputs) {
    const std::string text = ToJson(input) + "\n";
    const fs::path file = fs::path(path) / fmt::format("{:016x}.json", Fnv1a(kFnvBasis, text));
    std::error_code error;
    if (!fs::exists(file, error)) WriteText(file, text);
  }
}

}  // namespace loadstone::fuzz
