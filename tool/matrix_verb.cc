// SPDX-License-Identifier: Apache-2.0
#include "tool/matrix_verb.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/report/matrix.h"
#include "harness/report/matrix_json.h"
#include "harness/report/matrix_page.h"
#include "harness/report/matrix_text.h"
#include "harness/report/output_file.h"
#include "harness/report/report_file.h"
#include "tool/cli.h"

namespace loadstone {
namespace {

struct MatrixOptions {
  std::vector<std::string> reports;
  std::string html = {};  // file names; empty for none
  std::string json = {};
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
          "{} is a matrix and not a report; give the reports that it was made of", path));
    }
    throw UsageError(fmt::format(
        "{}; give JSON reports of run, check-layer, check-driver or check-runtime", error.what()));
  }
}

// Returns the file of an output, opened, so that a path that cannot be written is found early.
std::optional<OutputFile> OpenOutput(const std::string& path, const char* what) {
  return path.empty() ? std::nullopt : std::optional<OutputFile>(std::in_place, path, what);
}

int MatrixVerb(const MatrixOptions& options) {
  if (!options.html.empty() && options.html == options.json) {
    throw UsageError("--html and --json are given the same file, " + options.html);
  }
  std::optional<OutputFile> html = OpenOutput(options.html, "HTML page");
  std::optional<OutputFile> json = OpenOutput(options.json, "JSON of the matrix");
  std::vector<MatrixInput> inputs;
  for (const std::string& path : options.reports) inputs.push_back(ReadInput(path));
  const Matrix matrix = MakeMatrix(inputs);
  if (html.has_value()) html->Commit(MatrixPage(matrix));
  if (json.has_value()) json->Commit(MatrixJson(matrix, LOADSTONE_VERSION));
  std::FILE* const console = options.html == "-" || options.json == "-" ? stderr : stdout;
  fmt::print(console, "{}", MatrixText(matrix));
  return kConforms;
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
  verb.footer(
      "Example:\n"
      "  loadstone matrix debian-12.json debian-13.json --html matrix.html --json matrix.json\n\n"
      "Exit status: 0: the matrix is written; 2: wrong usage.");
  verb.callback([options, &action] { action = [options] { return MatrixVerb(*options); }; });
}

}  // namespace loadstone
