#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/sources/connection.h"
#include "app/sources/tev_images.h"

namespace texelscope::app {

/// A program that speaks tev's protocol.
class TevConnection : public Connection {
 public:
  TevConnection(std::uint64_t number, gpu::FileDescriptor socket, SourceTable& table,
                std::shared_ptr<TevImages> images);
  /// Its images stay in the table, with their last states.
  ~TevConnection() override;
  TevConnection(const TevConnection&) = delete;
  TevConnection& operator=(const TevConnection&) = delete;

  [[nodiscard]] int socket() const noexcept override { return socket_.number(); }
  /// A message that cannot be performed is reported, and the connection stands: tev's clients know no answers.
  [[nodiscard]] bool receive(std::span<std::byte> buffer) override;
  void follow_shown() override { images_->publish(); }
  [[nodiscard]] int milliseconds_to_wait() const override { return images_->milliseconds_to_wait(); }
  [[nodiscard]] std::string title() const override { return process_.program; }

 private:
  void take_messages();
  void perform(const TevMessage& message);
  /// Reports each problem of the connection once.
  void report(const std::string& problem);

  std::uint64_t number_;
  gpu::FileDescriptor socket_;
  SourceTable& table_;
  std::shared_ptr<TevImages> images_;
  SourceProcess process_;
  std::vector<std::byte> bytes_;
  std::set<std::string> reported_;
};

/// Makes connections that share their images.
[[nodiscard]] MakeConnection tev_connections(std::shared_ptr<SourceTable> table);

}  // namespace texelscope::app
