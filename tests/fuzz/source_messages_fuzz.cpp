#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "app/files/file_error.h"
#include "app/sources/source_connection.h"
#include "inspect/protocol/descriptor_socket.h"
#include "inspect/protocol/ring.h"
#include "inspect/protocol/shared_pages.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {
namespace {

constexpr std::size_t slot_bytes = 4096;

/// Adds a ring, whose control page is the input: the other process writes it at will.
void fuzz_control_page(FuzzInput input, app::SourceTable& table) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) {
    return;
  }
  const gpu::FileDescriptor program{ends[0]};
  app::SourceConnection connection(2, gpu::FileDescriptor{ends[1]}, table);
  gpu::FileDescriptor control_file;
  gpu::FileDescriptor slots_file;
  const auto control = inspect::SharedPages::create(inspect::control_bytes, false, control_file);
  const auto slots = inspect::SharedPages::create(inspect::slot_count * slot_bytes, true, slots_file);
  require(control.is_mapped() && slots.is_mapped(), "memory is shared");
  const auto send = [&](inspect::MessageType type, const std::string& text, std::span<const int> descriptors) {
    const inspect::MessageHeader header{.type = static_cast<std::uint16_t>(type),
                                        .descriptors = static_cast<std::uint16_t>(descriptors.size()),
                                        .text_bytes = static_cast<std::uint32_t>(text.size()),
                                        .number = 1};
    require(inspect::send_now(program.number(), header, text, descriptors), "a message is sent");
  };
  send(inspect::MessageType::hello, R"({"process": 1, "program": "fuzzer"})", {});
  send(inspect::MessageType::ring, R"({"name": "a", "slot_bytes": 4096})",
       std::array{control_file.number(), slots_file.number()});
  std::memcpy(control.data(), input.data(), std::min(input.size(), control.size()));
  send(inspect::MessageType::bell, "", {});
  std::array<std::byte, slot_bytes> buffer{};
  accept<app::FileError>([&] { static_cast<void>(connection.receive(buffer)); });
  table.set_shown({2, 1}, true);
  accept<app::FileError>([&] { connection.follow_shown(); });
}

}  // namespace

void fuzz_source_messages(FuzzInput input) {
  app::SourceTable table([] {});
  std::array<int, 2> ends{};
  require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0, "sockets are made");
  const gpu::FileDescriptor program{ends[0]};
  {
    app::SourceConnection connection(1, gpu::FileDescriptor{ends[1]}, table);
    // Larger inputs do not fit into the buffer of a socket.
    static_cast<void>(send(program.number(), input.data(), input.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
    std::array<std::byte, slot_bytes> buffer{};
    accept<app::FileError>([&] { static_cast<void>(connection.receive(buffer)); });
    for (const app::SourceFacts& facts : table.facts()) {
      table.set_shown(facts.key, true);
    }
    accept<app::FileError>([&] { connection.follow_shown(); });
  }
  for (const app::SourceFacts& facts : table.facts()) {
    require(facts.has_ended, "the arrays of a closed connection have ended");
  }
  fuzz_control_page(input, table);
}

}  // namespace texelscope::tests
