#include "app/sources/tev_connection.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <exception>
#include <span>
#include <utility>
#include <variant>

#include "app/text/overloaded.h"
#include "inspect/protocol/descriptor_socket.h"

namespace texelscope::app {
namespace {

/// Different problems of a connection that are reported.
constexpr std::size_t max_reported = 8;

/// Such as "tev client 127.0.0.1:40022".
std::string client_name(int socket) {
  sockaddr_in name{};
  socklen_t size = sizeof name;
  std::array<char, INET_ADDRSTRLEN> text{};
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&name), &size) == 0 && name.sin_family == AF_INET &&
      inet_ntop(AF_INET, &name.sin_addr, text.data(), text.size()) != nullptr) {
    return fmt::format("tev client {}:{}", text.data(), ntohs(name.sin_port));
  }
  return "tev client";
}

}  // namespace

TevConnection::TevConnection(std::uint64_t number, gpu::FileDescriptor socket, SourceTable& table,
                             std::shared_ptr<TevImages> images)
    : number_{number},
      socket_{std::move(socket)},
      table_{table},
      images_{std::move(images)},
      process_{0, client_name(socket_.number())} {}

TevConnection::~TevConnection() {
  try {
    images_->end(number_);
  } catch (const std::exception& error) {
    table_.report(fmt::format("The last state of an image of {} cannot be shown: {}", title(), error.what()));
  }
}

bool TevConnection::receive(std::span<std::byte> buffer) {
  // Reads in turn with other connections.
  constexpr int most_reads = 64;
  for (int i = 0; i < most_reads; ++i) {
    const inspect::Received got = inspect::receive_now(socket_.number(), buffer);
    if (!got.bytes) {
      break;
    }
    if (*got.bytes == 0) {
      if (!bytes_.empty()) {
        report("it ended within a message");
      }
      return false;
    }
    bytes_.insert(bytes_.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(*got.bytes));
    take_messages();
  }
  return true;
}

void TevConnection::take_messages() {
  std::span<const std::byte> rest{bytes_};
  while (const std::optional<std::size_t> size = tev_message_size(rest)) {
    try {
      perform(parse_tev_message(rest.first(*size)));
    } catch (const std::exception& error) {
      report(error.what());
    }
    rest = rest.subspan(*size);
  }
  bytes_.erase(bytes_.begin(), bytes_.end() - static_cast<std::ptrdiff_t>(rest.size()));
}

void TevConnection::perform(const TevMessage& message) {
  std::visit(Overloaded{[this](const TevOpenImage& open) { table_.ask_to_open(open.path); },
                        // Images that were created have nothing to read again.
                        [this](const TevReloadImage& reload) {
                          if (!images_->contains(reload.name)) {
                            table_.ask_to_open(reload.name);
                          }
                        },
                        [this](const TevCloseImage& close) { images_->close(close.name); },
                        [this](const TevCreateImage& create) { images_->create(number_, process_, create); },
                        [this](const TevUpdateImage& update) { images_->update(number_, update); },
                        [this](const TevVectorGraphics& drawing) {
                          if (images_->draw(drawing)) {
                            report("texts of drawings over images are not shown; their lines and areas are");
                          }
                        }},
             message);
}

void TevConnection::report(const std::string& problem) {
  if (reported_.size() < max_reported && reported_.insert(problem).second) {
    table_.report(fmt::format("{}: {}{}", title(), problem,
                              reported_.size() == max_reported ? "; its other problems are not reported" : ""));
  }
}

MakeConnection tev_connections(std::shared_ptr<SourceTable> table) {
  return [images = std::make_shared<TevImages>(*table), table](std::uint64_t number, gpu::FileDescriptor socket) {
    return std::make_unique<TevConnection>(number, std::move(socket), *table, images);
  };
}

}  // namespace texelscope::app
