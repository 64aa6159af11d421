// SPDX-License-Identifier: Apache-2.0
#include "tool/subject_coverage.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "harness/component/program_output.h"
#include "harness/errors.h"
#include "harness/report/text.h"
#include "tool/cli.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr char kEnv[] = "/usr/bin/env";  // starts programs that are in PATH
constexpr char kRaw[] = "raw";
constexpr char kLoaderFile[] = "loader.txt";

std::vector<fs::path> FilesBelow(const fs::path& folder, const char* suffix) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().extension() == suffix && at->is_regular_file()) files.push_back(at->path());
  }
  return files;
}

[[noreturn]] void ThrowFailed(const std::string& program, const std::string& errors) {
  throw EnvironmentError(fmt::format(
      "{} failed: {}", program,
      errors.empty() ? "it cannot be started; install it" : Truncate(OneLine(errors), 300)));
}

// Merges the .gcda of all workers into `merged`, one worker after another: gcov-tool takes two
// folders.
void MergeGcda(const fs::path& raw, const fs::path& merged) {
  const fs::path next = merged.string() + ".next";
  for (const fs::directory_entry& worker : fs::directory_iterator(raw)) {
    if (FilesBelow(worker.path(), ".gcda").empty()) continue;
    if (!fs::exists(merged)) {
      fs::copy(worker.path(), merged, fs::copy_options::recursive);
      continue;
    }
    fs::remove_all(next);
    const std::string errors = OutputOf(
        {kEnv, "gcov-tool", "merge", merged.string(), worker.path().string(), "-o", next.string()},
        OutputStream::kError);
    if (FilesBelow(next, ".gcda").empty()) ThrowFailed("gcov-tool", errors);
    fs::remove_all(merged);
    fs::rename(next, merged);
  }
}

// gcov reads the .gcno of an object, which the compiler wrote, next to its .gcda.
void LinkNotes(const fs::path& merged) {
  for (const fs::path& data : FilesBelow(merged, ".gcda")) {
    fs::path notes = "/" / fs::relative(data, merged);
    notes.replace_extension(".gcno");
    if (!fs::exists(notes)) {
      throw UsageError(fmt::format("there is no {}; keep the folder in which the loader was built",
                                   notes.string()));
    }
    fs::create_symlink(notes, fs::path(data).replace_extension(".gcno"));
  }
}

// Counts branches, without those that exceptions take. Version 2 of lcov has other names for the
// options than version 1, which it refuses.
std::vector<std::string> BranchOptions() {
  const std::string version = OutputOf({kEnv, "lcov", "--version"});  // "lcov: LCOV version 1.16"
  if (version.find("version 1.") != std::string::npos) {
    return {"--rc", "lcov_branch_coverage=1", "--rc", "geninfo_no_exception_branch=1"};
  }
  return {"--rc", "branch_coverage=1", "--rc", "no_exception_branch=1"};
}

void CaptureGcov(const fs::path& folder, const fs::path& info) {
  const fs::path merged = folder / "merged";
  fs::remove_all(merged);
  MergeGcda(folder / kRaw, merged);
  LinkNotes(merged);
  std::vector<std::string> words = {kEnv,          "lcov",          "--quiet",       "--capture",
                                    "--directory", merged.string(), "--output-file", info.string()};
  for (std::string& word : BranchOptions()) words.push_back(std::move(word));
  const std::string errors = OutputOf(words, OutputStream::kError);
  if (!fs::exists(info)) ThrowFailed("lcov", errors);
}

void CaptureLlvm(const fs::path& folder, const std::vector<fs::path>& profiles,
                 const fs::path& info) {
  const std::string data = folder / "coverage.profdata";
  fs::remove(data);
  std::vector<std::string> words = {kEnv, "llvm-profdata", "merge", "-sparse", "-o", data};
  for (const fs::path& profile : profiles) words.push_back(profile);
  const std::string errors = OutputOf(words, OutputStream::kError);
  if (!fs::exists(data)) ThrowFailed("llvm-profdata", errors);
  std::string loader;
  std::getline(std::ifstream(folder / kLoaderFile), loader);
  words = {kEnv, "llvm-cov", "export", "-format=lcov", "-instr-profile=" + data, loader};
  const std::string text = OutputOf(words);
  if (text.empty()) ThrowFailed("llvm-cov", OutputOf(words, OutputStream::kError));
  std::ofstream(info) << text;
}

}  // namespace

std::string PrepareCoverage(const std::string& folder, const std::string& loader) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    throw UsageError(fmt::format("--coverage needs a new or empty folder, but got {}", folder));
  }
  const fs::path raw = fs::absolute(folder) / kRaw;
  fs::create_directories(raw, error);
  std::ofstream file(fs::path(folder) / kLoaderFile);
  file << loader << "\n";
  if (error || !file.flush()) {
    throw UsageError(
        fmt::format("--coverage {}: cannot write to this folder; choose another one", folder));
  }
  return raw;
}

bool HasCoverageData(const std::string& folder) {
  const fs::path raw = fs::path(folder) / kRaw;
  return !FilesBelow(raw, ".gcda").empty() || !FilesBelow(raw, ".profraw").empty();
}

std::string NoCoverageData(const std::string& folder) {
  return fmt::format(
      "{} has no coverage: was the loader of 'loadstone run --coverage' built with --coverage or "
      "-fprofile-instr-generate?",
      folder);
}

std::string MergeCoverage(const std::string& folder) {
  if (!HasCoverageData(folder)) throw UsageError(NoCoverageData(folder));
  const fs::path whole = fs::canonical(folder);
  const fs::path info = whole / "coverage.info";
  fs::remove(info);
  const std::vector<fs::path> profiles = FilesBelow(whole / kRaw, ".profraw");
  if (profiles.empty()) {
    CaptureGcov(whole, info);
  } else {
    CaptureLlvm(whole, profiles, info);
  }
  return info;
}

}  // namespace loadstone
