// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string_view>

#include "harness/component/host_devices.h"
#include "harness/component/wine_component.h"
#include "harness/report/kind.h"
#include "harness/report/merge.h"
#include "harness/report/unjudged.h"
#include "harness/runner/check_binary.h"
#include "harness/runner/worker.h"
#include "harness/runner/worker_message.h"
#include "harness/world/image_under_test.h"
#include "harness/world/package_under_test.h"
#include "harness/world/pe_file.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

// Limits on second tries: a subject that hangs in every case shows that in the first ones.
constexpr size_t kMostSecondTries = 20;
constexpr size_t kMostBlockedAtOnce = 8;

#ifdef _WIN32
constexpr char kHowWindows[] =
    "this machine; each case has files, a registry and devices of its own, and the rights of its "
    "user are emulated";
#else
constexpr char kHowWindows[] =
    "Wine; the medium integrity of ordinary users and, where cases need them, display adapters and "
    "packages are emulated";
#endif

std::string Join(const std::vector<std::string>& texts) {
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

class Run {
 public:
  Run(const RunRequest& request, const policy::Catalogue& catalogue, const RunListener& listener)
      : request_(request), catalogue_(catalogue), listener_(listener) {}

  RunReport Execute() {
    const auto start = std::chrono::steady_clock::now();
    report_.chosen = request_.cases.size();
    NameSubject();
    Calibrate();
    const size_t jobs = std::min<size_t>(request_.jobs, std::max<size_t>(request_.cases.size(), 1));
    RunAll(request_, jobs);
    RunSecondTries();
    report_.interrupted = stop_.made();
    std::sort(report_.cases.begin(), report_.cases.end(),
              [](const CaseResult& a, const CaseResult& b) { return a.id < b.id; });
    ResolveUnjudged(
        report_, [this](const std::string& policy) { return catalogue_.Find(policy)->level; },
        request_.robustness);
    report_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(report_);
  }

 private:
  // Runs the cases of `request` in `jobs` processes.
  void RunAll(const RunRequest& request, size_t jobs) {
    ClaimTable claims(request.cases.size());
    claims_ = &claims;
    WorkerPool pool(stop_);
    const auto start = [&] {
      pool.Start(CaseWorker(
          request, subject_, catalogue_, claims,
          [this](const CaseResult& result) { return !NeedsSecondTry(result) && EndsRun(result); }));
    };
    for (size_t i = 0; i < jobs && !stop_.made(); ++i) start();
    pool.Run({.on_line =
                  [&](pid_t worker, const std::string& line) {
                    Take(worker, ReadMessage(line));
                    if (stop_.made()) claims.Close();
                  },
              .on_end =
                  [&](pid_t worker, int status) {
                    if (WasLost(worker, status)) start();
                  }});
    at_.clear();
    ended_ = claims.closed();
    claims_ = nullptr;
  }

  // A case that ran out of time, or was lost, while others ran is judged by a second try: blocked
  // cases, which use no processor, in parallel, and all others alone.
  void RunSecondTries() {
    second_try_ = true;
    RunSecondTries(blocked_, kMostBlockedAtOnce);
    RunSecondTries(again_, 1);
  }

  void RunSecondTries(const std::set<std::string>& cases, size_t jobs) {
    if (cases.empty() || stop_.made() || ended_) return;
    RunRequest some = request_;
    some.cases.clear();
    for (const CaseInfo* info : request_.cases) {
      if (cases.contains(info->id)) some.cases.push_back(info);
    }
    RunAll(some, std::min(jobs, some.cases.size()));
  }

  void Calibrate() {
    const std::optional<CalibratedSubject> calibrated = CalibrateInWorker(request_, stop_);
    if (!calibrated.has_value()) return;
    subject_ = calibrated->subject;
    Summarise(calibrated->calibration);
    if (listener_.on_subject) listener_.on_subject(subject_, calibrated->calibration);
  }

  // What is known of the subject before anything runs.
  void NameSubject() {
    report_.subject.path = request_.loader;
    report_.subject.api = Name(request_.api);
    report_.subject.platform = request_.platform;
    report_.subject.options = request_.options;
    report_.subject.kind = Name(request_.Kind());
    if (const auto* install = std::get_if<InstallUnderTest>(&request_.judged)) {
      report_.subject.path = install->after_path;
    } else if (const auto* image =
                   std::get_if<std::shared_ptr<const ImageUnderTest>>(&request_.judged)) {
      report_.subject.path = (*image)->path;
    } else if (const auto* package =
                   std::get_if<std::shared_ptr<const PackageUnderTest>>(&request_.judged)) {
      report_.subject.path = (*package)->path;
    }
    const ComponentUnderTest* component = request_.component();
    const bool has_binary = component != nullptr
                                ? !component->library.empty() && !IsForeign(*component)
                                : request_.platform != kWindows && !request_.StartsNoProcess();
    if (has_binary) report_.subject.architecture = NameOf(request_.architecture);
    if (component == nullptr) return;
    report_.subject.path = component->manifest;
    report_.subject.version = component->api_version;
    if (component->kind == SubjectKind::kLayer) report_.subject.layer = component->name;
  }

  void Summarise(const Calibration& calibration) {
    report_.subject.spec = subject_.spec.ToString();
    auto& findings = report_.subject.calibration;
    if (!request_.root.empty())
      findings.push_back({"root", request_.root + ": " + request_.root_system});
    if (const auto* install = std::get_if<InstallUnderTest>(&subject_.judged)) {
      return SummariseInstall(*install);
    }
    if (const auto* image = std::get_if<std::shared_ptr<const ImageUnderTest>>(&subject_.judged)) {
      return SummariseImage(**image);
    }
    if (const auto* package =
            std::get_if<std::shared_ptr<const PackageUnderTest>>(&subject_.judged)) {
      return SummarisePackage(**package);
    }
    const bool component = subject_.component() != nullptr;
    if (component) {
      const ComponentUnderTest& judged = *subject_.component();
      if (!judged.name.empty()) findings.push_back({std::string(Name(judged.kind)), judged.name});
      findings.push_back({"library", judged.library});
      if (request_.with_devices) findings.push_back({"devices", Join(GraphicsDevices())});
      for (const auto& [name, value] : judged.environment) {
        findings.push_back({"environment", name + "=" + value});
      }
      for (const std::string& path : judged.shown) findings.push_back({"shown", path});
      if (IsForeign(judged)) {
        findings.push_back({"platform", PlatformName(judged.platform) + HowInspected(judged)});
      }
      if (subject_.path.empty()) return;
      findings.push_back({"loader", subject_.path});
    }
    const std::string claimed = subject_.api_version.ToString();
    if (subject_.api != Api::kOpenXr) {
      findings.push_back({"reported version", claimed});
    } else {
      const bool windows = IsWindows(subject_);
      const bool told =
          windows ? PeFileVersion(subject_.path).value_or(policy::Version{}).ToString() == claimed
                  : NameEndsIn(claimed);
      findings.push_back(
          {windows ? "version of the file" : "version of the file name", told ? claimed : "none"});
    }
    if (!component && findings.back().value != "none") report_.subject.version = claimed;
    // The folders that the loader searches are irrelevant for a layer that is given by its path.
    if (!component) {
      findings.push_back({"explicit layer folders", Join(subject_.folders.explicit_layers)});
      findings.push_back({"implicit layer folders", Join(subject_.folders.implicit_layers)});
      findings.push_back(
          {subject_.api == Api::kOpenXr ? "active runtime folders" : "driver folders",
           Join(subject_.folders.drivers)});
    }
    if (!component && IsEmulatedOnLinux(subject_.platform)) {
      findings.push_back(
          {"platform", fmt::format("the rules of {0} in a build for Linux, judged on Linux; this "
                                   "is no verdict on a loader that runs on {0}",
                                   PlatformName(subject_.platform))});
    }
    if (IsWindows(subject_)) {
      findings.push_back({"Windows", kHowWindows});
      if (subject_.bits == 32) {
        findings.push_back({"word size",
                            "32 bits, on 64-bit Windows: in each key above, SOFTWARE stands for "
                            "SOFTWARE\\WOW6432Node"});
      }
    }
    if (!calibration.trouble.empty()) findings.push_back({"trouble", calibration.trouble});
  }

  // With the way to have the library run as well, if there is one.
  static std::string HowInspected(const ComponentUnderTest& component) {
    return CanRunBelowWine(component)
               ? "; the library is inspected but not run: --platform windows runs it below Wine"
               : "; the library is inspected but not run";
  }

  void SummariseInstall(const InstallUnderTest& install) {
    auto& findings = report_.subject.calibration;
    findings.push_back({"before", install.before_path});
    if (!install.uninstalled_path.empty()) {
      findings.push_back({"after uninstalling", install.uninstalled_path});
    }
    if (install.new_manifests.has_value()) {
      findings.push_back({"new manifests", std::to_string(install.new_manifests->size())});
    } else {
      findings.push_back({"new values", std::to_string(install.Added().size())});
    }
    findings.push_back({"files", install.files.has_value() ? "files of the prefix" : "none"});
  }

  // States that this is not a verdict on a running device.
  void SummariseImage(const ImageUnderTest& image) {
    auto& findings = report_.subject.calibration;
    findings.push_back(
        {"judged", "the declarations in the files of the image; nothing from the image was run"});
    findings.push_back({"properties", std::to_string(image.properties.size())});
    findings.push_back({"libraries", std::to_string(image.libraries.size())});
  }

  void SummarisePackage(const PackageUnderTest& package) {
    auto& findings = report_.subject.calibration;
    findings.push_back({"judged", "the files of the package; nothing from the package was run"});
    findings.push_back({"role", package.role});
    findings.push_back(
        {"package of gapii", package.gapii_path.empty() ? "none" : package.gapii_path});
    findings.push_back({"files", std::to_string(package.files.size())});
  }

  // Returns whether the file name of an OpenXR loader contains this version, which its API does not
  // report.
  bool NameEndsIn(const std::string& version) const {
    std::error_code error;
    return std::filesystem::canonical(subject_.path, error).string().ends_with("." + version);
  }

  void Take(pid_t worker, const WorkerMessage& message) {
    switch (message.kind) {
      case WorkerMessage::Kind::kBegin:
        at_[worker] = message.id;
        if (listener_.on_begin) listener_.on_begin(message.id);
        break;
      case WorkerMessage::Kind::kEnd:
        at_.erase(worker);
        if (!NeedsSecondTry(message.result) ||
            !QueueSecondTry(message.result.id, message.result.blocked ? blocked_ : again_)) {
          Add(message.result);
        }
        break;
      case WorkerMessage::Kind::kCalibrated:
        break;
      case WorkerMessage::Kind::kStarted:
        if (listener_.on_started) listener_.on_started(std::stoi(message.id));
        break;
      case WorkerMessage::Kind::kProbeResult:
        if (listener_.on_probe_result) listener_.on_probe_result(at_[worker], message.probe_result);
        break;
      case WorkerMessage::Kind::kUnusable:
        throw EnvironmentError(message.id);
    }
  }

  // Wine itself may fail before the probe starts, or be killed by a signal of Linux, where an
  // exception of the loader would end the process with a status: each was seen once in 4,000
  // worlds, with several at a time.
  bool NeedsSecondTry(const CaseResult& result) const {
    if (result.timed_out) return true;
    return request_.platform == kWindows &&
           (result.verdict == Verdict::kError || EndingOf(result).starts_with("killed by "));
  }

  // Adds the case to `others` for a second try; returns false if it gets none.
  bool QueueSecondTry(const std::string& id, std::set<std::string>& others) {
    if (!request_.try_again || second_try_) return false;
    if (again_.size() + blocked_.size() >= kMostSecondTries) return false;
    others.insert(id);
    return true;
  }

  void Add(CaseResult result) {
    if (second_try_) result.tries = 2;
    Merge(result);
    if (listener_.on_end) listener_.on_end(result);
    // Workers close the table themselves, except for a case that deserves another try.
    if (!claims_->closed() && EndsRun(result)) claims_->Close();
  }

  bool EndsRun(const CaseResult& result) const {
    return request_.fail_fast && listener_.is_failure && listener_.is_failure(result);
  }

  void Merge(const CaseResult& result) {
    const auto [place, first] = places_.emplace(result.id, report_.cases.size());
    if (first) {
      report_.cases.push_back(result);
    } else {
      MergeResult(result, report_.cases[place->second]);
    }
  }

  // Called when a worker has ended. Returns whether it was running a case, which is lost.
  bool WasLost(pid_t worker, int status) {
    const auto at = at_.extract(worker);
    if (at.empty()) return false;
    const std::string& id = at.mapped();
    if (!QueueSecondTry(id, again_)) {
      const std::optional<CaseInfo> info = FindCase(id);
      Add({.id = info->id,
           .policies = info->policies,
           .verdict = Verdict::kError,
           .reason = "the process that ran the case was lost: " + DescribeStatus(status)});
    }
    return true;
  }

  const StopRequest stop_;
  const RunRequest& request_;
  const policy::Catalogue& catalogue_;
  const RunListener& listener_;
  Subject subject_;
  std::map<pid_t, std::string> at_;  // the current case of each worker
  // Cases to run a second time: those that were blocked, and others.
  std::set<std::string> blocked_;
  std::set<std::string> again_;
  bool second_try_ = false;
  ClaimTable* claims_ = nullptr;          // set while cases run
  bool ended_ = false;                    // by the first failure
  std::map<std::string, size_t> places_;  // index of a case in the report, by ID
  RunReport report_;
};

}  // namespace

SubjectKind RunRequest::Kind() const {
  struct {
    SubjectKind operator()(std::monostate) const { return SubjectKind::kLoader; }
    SubjectKind operator()(const ComponentUnderTest& component) const {
      const bool module = component.kind == SubjectKind::kHalModule;
      return module ? SubjectKind::kDriver : component.kind;
    }
    SubjectKind operator()(const InstallUnderTest&) const { return SubjectKind::kInstaller; }
    SubjectKind operator()(const std::shared_ptr<const ImageUnderTest>&) const {
      return SubjectKind::kDevice;
    }
    SubjectKind operator()(const std::shared_ptr<const PackageUnderTest>&) const {
      return SubjectKind::kPackage;
    }
  } kind;
  return std::visit(kind, judged);
}

RunReport RunCases(const RunRequest& request, const policy::Catalogue& catalogue,
                   const RunListener& listener) {
  if (!request.loader.empty()) CheckBinary(request.loader, request.platform, request.architecture);
  return Run(request, catalogue, listener).Execute();
}

}  // namespace loadstone
