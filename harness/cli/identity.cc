#include "harness/cli/identity.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <sha2.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string_view>

#include "harness/report/text.h"

namespace loadstone {
namespace {

// The first line that a command of the shell prints; empty if it prints none.
std::string FirstLine(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "re"),
                                                               &pclose);
  char line[4096] = "";
  if (output == nullptr || std::fgets(line, sizeof line, output.get()) == nullptr) return "";
  const std::string_view text(line);
  return std::string(text.substr(0, text.find('\n')));
}

// The build ID among the notes of one segment.
std::string BuildIdIn(Elf_Data& notes) {
  GElf_Nhdr note;
  size_t name = 0, content = 0;
  for (size_t at = 0; (at = gelf_getnote(&notes, at, &note, &name, &content)) > 0;) {
    const auto* bytes = static_cast<const unsigned char*>(notes.d_buf);
    const std::string_view owner(static_cast<const char*>(notes.d_buf) + name, note.n_namesz);
    if (note.n_type != NT_GNU_BUILD_ID || owner != std::string_view("GNU\0", 4)) continue;
    return fmt::format("{:02x}", fmt::join(bytes + content, bytes + content + note.n_descsz, ""));
  }
  return "";
}

std::string BuildIdOf(Elf& elf) {
  size_t segments = 0;
  if (elf_getphdrnum(&elf, &segments) != 0) return "";
  for (size_t i = 0; i < segments; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(&elf, static_cast<int>(i), &segment) == nullptr) continue;
    if (segment.p_type != PT_NOTE) continue;
    Elf_Data* notes =
        elf_getdata_rawchunk(&elf, static_cast<int64_t>(segment.p_offset), segment.p_filesz,
                             segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
    if (notes == nullptr) continue;
    if (const std::string id = BuildIdIn(*notes); !id.empty()) return id;
  }
  return "";
}

// As ISO 8601 writes it: 2030-01-02T03:04:05Z.
std::string NowUtc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[sizeof "2030-01-02T03:04:05Z..."] = "";
  std::strftime(text, sizeof text, "%FT%TZ", &parts);
  return text;
}

// Where packages install libraries (the Filesystem Hierarchy Standard). dpkg reads the lists of all
// packages to find one, which takes longer than many a case.
bool MayBeOfPackage(const std::string& path) {
  return (path.starts_with("/usr/") && !path.starts_with("/usr/local/")) ||
         path.starts_with("/lib") || path.starts_with("/opt/");
}

PolicySummary SummaryOf(const policy::Policy& policy) {
  return {std::string(policy::Name(policy.level)), policy.statement, policy.sources};
}

}  // namespace

std::string BuildId(const std::string& path) {
  if (elf_version(EV_CURRENT) == EV_NONE) return "";
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  Elf* elf = elf_begin(file, ELF_C_READ, nullptr);
  const std::string id = elf == nullptr ? "" : BuildIdOf(*elf);
  elf_end(elf);
  close(file);
  return id;
}

std::string Sha256(const std::string& path) {
  char digest[SHA256_DIGEST_STRING_LENGTH] = "";
  return SHA256File(path.c_str(), digest) == nullptr ? "" : digest;
}

std::string PackageOf(const std::string& path) {
  std::error_code error;
  const std::filesystem::path file = std::filesystem::canonical(path, error);
  if (error || !MayBeOfPackage(file)) return "";
  // "libvulkan1:amd64: /usr/lib/x86_64-linux-gnu/libvulkan.so.1.3.239"
  const std::string owner =
      FirstLine("dpkg-query -S -- " + ShellQuote(file.string()) + " 2>/dev/null");
  const size_t colon = owner.rfind(": ");
  if (colon == std::string::npos || owner.find(' ') < colon) return "";
  return FirstLine("dpkg-query -W -f '${Package} ${Version}\\n' -- " +
                   ShellQuote(owner.substr(0, colon)) + " 2>/dev/null");
}

void Identify(const RunRequest& request, const policy::Catalogue& catalogue, RunReport& report) {
  utsname system = {};
  uname(&system);
  report.provenance.tool = LOADSTONE_VERSION;
  report.provenance.kernel = system.release;
  report.provenance.date = NowUtc();
  const std::string& binary = request.component.has_value() && !request.component->library.empty()
                                  ? request.component->library
                                  : report.subject.path;
  report.subject.build_id = BuildId(binary);
  report.subject.sha256 = Sha256(binary);
  report.subject.package = PackageOf(binary);
  const auto quote = [&](const std::string& id) {
    if (report.policies.contains(id)) return;
    const policy::Policy* policy = catalogue.Find(id);
    if (policy != nullptr) report.policies.emplace(id, SummaryOf(*policy));
  };
  for (const CaseResult& result : report.cases) {
    for (const std::string& id : result.policies) quote(id);
    quote(BlamedPolicy(result));
  }
}

}  // namespace loadstone
