// SPDX-License-Identifier: Apache-2.0
#include "tool/matrix_verb.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/report/badge.h"
#include "harness/report/matrix.h"
#include "harness/report/matrix_compare.h"
#include "harness/report/matrix_json.h"
#include "harness/report/matrix_page.h"
#include "harness/report/matrix_text.h"
#include "harness/report/output_file.h"
#include "harness/report/report_file.h"
#include "harness/report/text.h"
#include "tool/cli.h"

namespace loadstone {
namespace {

struct MatrixOptions {
  std::vector<std::string> reports;
  std::string html = {};  // file names; empty for none
  std::string json = {};
  std::string badges = {};    // a folder, or empty
  std::string baseline = {};  // a file, or empty
};

bool IsMatrix(const std::string& path) {
  try {
    ReadMatrix(path);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

MatrixInput ReadInput(const std::string& path) {
  try {
    return {path, ReadReport(path)};
  } catch (const std::runtime_error& error) {
    if (IsMatrix(path)) {
      throw UsageError(fmt::format(
          "{} is a matrix and not a report; name an earlier matrix with --baseline", path));
    }
    throw UsageError(fmt::format(
        "{}; give JSON reports of run, check-layer, check-driver or check-runtime", error.what()));
  }
}

Matrix ReadBaseline(const std::string& path) {
  try {
    return ReadMatrix(path);
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("{}; name with --baseline a file of 'loadstone matrix --json'", error.what()));
  }
}

// Returns the file of an output, opened, so that a path that cannot be written is found early.
std::optional<OutputFile> OpenOutput(const std::string& path, const char* what) {
  return path.empty() ? std::nullopt : std::optional<OutputFile>(std::in_place, path, what);
}

void MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw UsageError(
        fmt::format("cannot make the folder {} for badges: {}", OneLine(folder), error.message()));
  }
}

void WriteBadges(const std::string& folder, const Matrix& matrix) {
  for (const Badge& badge : MakeBadges(matrix)) {
    OutputFile(std::filesystem::path(folder) / badge.file, "badge").Commit(badge.svg);
  }
}

int MatrixVerb(const MatrixOptions& options) {
  if (!options.html.empty() && options.html == options.json) {
    throw UsageError("--html and --json are given the same file, " + options.html);
  }
  std::optional<OutputFile> html = OpenOutput(options.html, "HTML page");
  std::optional<OutputFile> json = OpenOutput(options.json, "JSON of the matrix");
  if (!options.badges.empty()) MakeFolder(options.badges);
  std::optional<Matrix> before;
  if (!options.baseline.empty()) before = ReadBaseline(options.baseline);
  std::vector<MatrixInput> inputs;
  for (const std::string& path : options.reports) inputs.push_back(ReadInput(path));
  const Matrix matrix = MakeMatrix(inputs);
  if (html.has_value()) html->Commit(MatrixPage(matrix));
  if (json.has_value()) json->Commit(MatrixJson(matrix, LOADSTONE_VERSION));
  if (!options.badges.empty()) WriteBadges(options.badges, matrix);
  std::FILE* const console = options.html == "-" || options.json == "-" ? stderr : stdout;
  fmt::print(console, "{}", MatrixText(matrix));
  if (!before.has_value()) return kConforms;
  const std::vector<SubjectChange> changes = CompareMatrices(*before, matrix);
  fmt::print(console, "\n{}", DescribeMatrixChanges(changes));
  return CountChanged(changes, Change::kWorse) > 0 ? kViolates : kConforms;
}

}  // namespace

void AddMatrix(CLI::App& app, Action& action) {
  const auto options = std::make_shared<MatrixOptions>();
  CLI::App& verb =
      *app.add_subcommand("matrix", "Show the reports of many subjects as one matrix of policies");
  verb.add_option("reports", options->reports,
                  "JSON reports of run, check-layer, check-driver or check-runtime, one for each "
                  "subject")
      ->required();
  verb.add_option("--html", options->html, "Write the matrix as a single HTML page to this file");
  verb.add_option("--json", options->json, "Write the matrix as JSON to this file");
  verb.add_option("--badges", options->badges,
                  "Write a picture (SVG) with the result of each subject to this folder");
  verb.add_option("--baseline", options->baseline,
                  "The JSON of an earlier matrix: also print what got worse and what got better");
  verb.footer(
      "Example:\n"
      "  loadstone matrix debian-12.json debian-13.json --html matrix.html --json matrix.json\n\n"
      "Exit status: 0: nothing is worse than in the baseline, or there is none; 1: something is "
      "worse; 2: wrong\nusage.");
  verb.callback([options, &action] { action = [options] { return MatrixVerb(*options); }; });
}

}  // namespace loadstone
