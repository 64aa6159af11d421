// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/keeper_message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <type_traits>
#include <utility>

namespace loadstone {
namespace {

// Writes numbers in their memory representation, and texts and lists preceded by their lengths.
class Writer {
 public:
  template <typename T>
  Writer& Number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return *this;
  }
  Writer& Text(const std::string& text) {
    Number(uint64_t{text.size()});
    bytes_.append(text);
    return *this;
  }
  Writer& Texts(const std::vector<std::string>& texts) {
    Number(uint64_t{texts.size()});
    for (const std::string& text : texts) Text(text);
    return *this;
  }
  KeeperMessage Message(KeeperMessage::Kind kind) { return {kind, std::move(bytes_)}; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  Reader(const KeeperMessage& message, KeeperMessage::Kind kind) : bytes_(message.bytes) {
    if (message.kind != kind) throw HarnessError("the keeper sent an unexpected message");
  }
  template <typename T>
  T Number() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value = {};
    memcpy(&value, Take(sizeof(value)), sizeof(value));
    return value;
  }
  std::string Text() {
    const uint64_t size = Number<uint64_t>();
    return {Take(size), size};
  }
  std::vector<std::string> Texts() {
    std::vector<std::string> texts;
    for (uint64_t left = Number<uint64_t>(); left > 0; --left) texts.push_back(Text());
    return texts;
  }
  void RequireEnd() const {
    if (at_ != bytes_.size()) throw HarnessError("a message of the keeper is too long");
  }

 private:
  const char* Take(uint64_t count) {
    if (count > bytes_.size() - at_) throw HarnessError("a message of the keeper is cut short");
    const char* taken = bytes_.data() + at_;
    at_ += count;
    return taken;
  }

  const std::string& bytes_;
  size_t at_ = 0;
};

void Write(const World& world, Writer& writer) {
  writer.Text(world.home()).Text(world.application()).Number(world.elevation());
  writer.Number(uint64_t{world.environment().size()});
  for (const auto& [name, value] : world.environment()) writer.Text(name).Text(value);
  writer.Number(uint64_t{world.nodes().size()});
  for (const Node& node : world.nodes()) {
    writer.Number(node.kind).Text(node.path).Text(node.text).Number(node.size).Number(node.mode);
    writer.Number(node.owner);
  }
}

World ReadWorld(Reader& reader) {
  World::Parts parts;
  parts.home = reader.Text();
  parts.application = reader.Text();
  parts.elevation = reader.Number<Elevation>();
  for (uint64_t left = reader.Number<uint64_t>(); left > 0; --left) {
    std::string name = reader.Text();
    parts.environment.emplace(std::move(name), reader.Text());
  }
  for (uint64_t left = reader.Number<uint64_t>(); left > 0; --left) {
    Node node;
    node.kind = reader.Number<Node::Kind>();
    node.path = reader.Text();
    node.text = reader.Text();
    node.size = reader.Number<uint64_t>();
    node.mode = reader.Number<unsigned>();
    node.owner = reader.Number<Owner>();
    parts.nodes.push_back(std::move(node));
  }
  return World(std::move(parts));
}

// The beginning of each message on the socket.
struct Header {
  KeeperMessage::Kind kind;
  uint64_t size;
};

bool SendAll(int fd, const void* bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t count =
        send(fd, static_cast<const char*>(bytes) + done, size - done, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

bool ReceiveAll(int fd, void* bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t count = recv(fd, static_cast<char*>(bytes) + done, size - done, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

}  // namespace

KeeperMessage MessageOf(const SandboxOptions& options, const std::string& coverage) {
  return Writer()
      .Text(options.probe)
      .Text(options.subject)
      .Text(options.library)
      .Texts(options.files)
      .Texts(options.folders)
      .Texts(options.view.folders)
      .Texts(options.view.hidden)
      .Texts(options.view.empty)
      .Text(options.root)
      .Texts(options.devices)
      .Text(options.emulator)
      .Text(coverage)
      .Message(KeeperMessage::Kind::kOptions);
}

KeeperOptions ReadOptions(const KeeperMessage& message) {
  Reader reader(message, KeeperMessage::Kind::kOptions);
  KeeperOptions options;
  options.probe = reader.Text();
  options.subject = reader.Text();
  options.library = reader.Text();
  options.files = reader.Texts();
  options.folders = reader.Texts();
  options.view.folders = reader.Texts();
  options.view.hidden = reader.Texts();
  options.view.empty = reader.Texts();
  options.root = reader.Text();
  options.devices = reader.Texts();
  options.emulator = reader.Text();
  options.coverage = reader.Text();
  reader.RequireEnd();
  return options;
}

KeeperMessage MessageOf(const World& world, const std::vector<std::string>& arguments,
                        const Limits& limits, bool tell_start) {
  Writer writer;
  Write(world, writer);
  return writer.Texts(arguments)
      .Number(limits)
      .Number(tell_start)
      .Message(KeeperMessage::Kind::kRun);
}

WorldRequest ReadWorldRequest(const KeeperMessage& message) {
  Reader reader(message, KeeperMessage::Kind::kRun);
  WorldRequest request;
  request.world = ReadWorld(reader);
  request.arguments = reader.Texts();
  request.limits = reader.Number<Limits>();
  request.tell_start = reader.Number<bool>();
  reader.RequireEnd();
  return request;
}

KeeperMessage MessageOf(const ProbeResult& probe_result) {
  return Writer()
      .Number(probe_result.ending)
      .Text(probe_result.trace)
      .Text(probe_result.output)
      .Message(KeeperMessage::Kind::kResult);
}

ProbeResult ReadProbeResult(const KeeperMessage& message) {
  Reader reader(message, KeeperMessage::Kind::kResult);
  ProbeResult probe_result;
  probe_result.ending = reader.Number<Ending>();
  probe_result.trace = reader.Text();
  probe_result.output = reader.Text();
  reader.RequireEnd();
  return probe_result;
}

KeeperMessage MessageOf(KeeperMessage::Kind kind, const std::string& text) { return {kind, text}; }

bool Send(int fd, const KeeperMessage& message) {
  Header header = {};
  header.kind = message.kind;
  header.size = message.bytes.size();
  return SendAll(fd, &header, sizeof(header)) &&
         SendAll(fd, message.bytes.data(), message.bytes.size());
}

bool Receive(int fd, KeeperMessage& message) {
  Header header;
  if (!ReceiveAll(fd, &header, sizeof(header))) return false;
  message.kind = header.kind;
  message.bytes.resize(header.size);
  return ReceiveAll(fd, message.bytes.data(), message.bytes.size());
}

}  // namespace loadstone
