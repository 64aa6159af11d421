// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/executor.h"

#include <fmt/format.h>
#include <rapidjson/document.h>
#include <string.h>

#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/executor_process.h"
#include "fuzz/outside/native_text.h"
#include "fuzz/outside/process_state.h"
#include "harness/errors.h"
#include "harness/world/platform.h"

namespace loadstone::fuzz {
namespace {

std::string Text(const char* array, size_t room) {
  return std::string(array, strnlen(array, room));
}

oracle::ListedExtensions ListOf(const ExtensionRecords& records) {
  oracle::ListedExtensions list;
  if (!records.asked) return list;
  list.asked = true;
  list.result = records.result;
  for (uint32_t i = 0; i < records.count; ++i) {
    list.names.push_back(Text(records.names[i], kMaxNameSize));
    list.versions.push_back(records.versions[i]);
  }
  return list;
}

}  // namespace

Executor::Executor(const FuzzedApi& api, std::string subject, bool guard)
    : api_(api),
      process_(std::make_unique<ExecutorProcess>(api, std::move(subject), guard)),
      shared_(process_->shared()) {}

Executor::~Executor() = default;

void Executor::AllowAnyProcessor() { process_->AllowAnyProcessor(); }

void Executor::Renew() { process_->Stop(); }

void Executor::IgnoreNewFiles() { process_->NewFiles(); }

Answer Executor::Run(const Input& input, double seconds, GuardMode mode) {
  if (placed_.Place(input)) IgnoreNewFiles();
  Begin(input, mode);
  return Finish(input, seconds);
}

Answer Executor::RunOnPlaced(const Input& input, double seconds, GuardMode mode) {
  IgnoreNewFiles();
  Begin(input, mode);
  return Finish(input, seconds);
}

void Executor::Begin(const Input& input, GuardMode mode) {
  process_->EnsureStarted();
  if (!WriteQuestion(input, shared_)) throw HarnessError("an input of the fuzzer is too large");
  process_->EmptyRecords();
  shared_.step = static_cast<int>(Step::kLoad);
  shared_.crash_place = 0;
  shared_.stack_ended = false;
  shared_.memory_error.error = 0;
  shared_.memory_error.access = MemoryAccess::kNone;
  shared_.guard_mode = mode;
  shared_.trace_size = UINT64_MAX;
  shared_.peak_growth_kib = 0;
  shared_.enumerate_result = -1;
  shared_.count = 0;
  shared_.listed_extensions.asked = false;
  shared_.layer_extensions.asked = false;
  shared_.device_extensions.asked = false;
  shared_.properties.asked = false;
  shared_.devices.asked = false;
  shared_.groups.asked = false;
  shared_.looked_up = false;
  shared_.created = false;
  shared_.create_result = -1;
  shared_.device_result = -1;
  process_->Go();
}

Answer Executor::Finish(const Input& input, double seconds) {
  Answer answer;
  answer.tried_create = input.create;
  answer.tried_device = input.create && input.device;
  if (process_->Await(seconds, answer)) Describe(answer);
  answer.news = seen_.Add(shared_.coverage);
  const std::string log = process_->Log();
  answer.news |= !log.empty() && said_.Add(log);
  if (input.create) ReadTrace(answer);
  answer.remaining_files = process_->NewFiles();
  // Many lost resources would hide the next loss, and a changed process state remains, so the next
  // input gets a new process.
  const bool lost = answer.lost_descriptors > 0 || answer.lost_threads > 0;
  if (api_.LeavesState(answer) || lost || !answer.changes.empty()) Renew();
  return answer;
}

void Executor::Describe(Answer& answer) {
  answer.enumerate_result = shared_.enumerate_result;
  for (uint32_t i = 0; i < shared_.count; ++i) {
    const EnumeratedRecord& layer = shared_.enumerated[i];
    answer.layers.push_back(
        {Text(layer.name, sizeof(layer.name)), layer.api_version, layer.implementation,
         FromNative(kOwnPlatform, Text(layer.description, sizeof(layer.description)))});
  }
  answer.extensions = ListOf(shared_.listed_extensions);
  answer.layer_extensions = ListOf(shared_.layer_extensions);
  if (answer.layer_extensions.asked) answer.asked_layer = Text(shared_.asked_layer, kMaxNameSize);
  answer.device_extensions = ListOf(shared_.device_extensions);
  if (const PropertiesRecord& properties = shared_.properties; properties.asked) {
    answer.properties = {true, Text(properties.name, sizeof(properties.name)), properties.vendor,
                         properties.device, properties.driver_version};
  }
  if (const DeviceListRecord& devices = shared_.devices; devices.asked) {
    answer.devices = {true, devices.result, devices.of_usual_driver};
  }
  if (const GroupListRecord& groups = shared_.groups; groups.asked) {
    answer.groups = {true,
                     groups.found,
                     groups.result,
                     groups.devices_in_none,
                     groups.devices_in_several,
                     groups.other_devices,
                     groups.of_usual_driver};
  }
  answer.looked_up = shared_.looked_up;
  if (answer.looked_up) answer.functions = api_.FoundFunctions(shared_.found_functions);
  answer.created = shared_.created;
  answer.create_result = shared_.create_result;
  answer.device_result = shared_.device_result;
  answer.lost_descriptors = shared_.lost_descriptors;
  answer.lost_threads = shared_.lost_threads;
  answer.changes = ChangesInWords(shared_.changes);
  answer.peak_growth_kib = shared_.peak_growth_kib;
}

void Executor::ReadTrace(Answer& answer) {
  const std::string text = process_->Trace();
  for (size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    ++answer.events;
    const std::string line = text.substr(at, end - at);
    // Most events are irrelevant, and parsing them takes time.
    if (line.find("\"xrCreate") == std::string::npos &&
        line.find("\"vkCreate") == std::string::npos &&
        line.find("\"violation\"") == std::string::npos) {
      continue;
    }
    const auto event = std::make_shared<rapidjson::Document>();
    event->Parse(line.data(), line.size());
    if (!event->HasParseError() && event->IsObject()) api_.Read(Event(event), answer);
  }
}

}  // namespace loadstone::fuzz
