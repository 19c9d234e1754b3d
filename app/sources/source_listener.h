#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/sources/connection.h"
#include "app/sources/source_table.h"
#include "inspect/protocol/descriptor_socket.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// Listens for programs that show their arrays, and receives on a thread of its own.
class SourceListener {
 public:
  /// A socket's file has mode 0600 in a folder that only this user can enter. `wake` is called on another thread when
  /// there is something new. @throws FileError if another window listens there, or the place cannot be used.
  SourceListener(const inspect::Address& address, std::function<void()> wake);
  /// Also listens for programs with another protocol; several listeners may share a table.
  SourceListener(const inspect::Address& address, std::shared_ptr<SourceTable> table, MakeConnection make);
  ~SourceListener();
  SourceListener(const SourceListener&) = delete;
  SourceListener& operator=(const SourceListener&) = delete;

  [[nodiscard]] SourceTable& table() noexcept { return *table_; }
  /// The socket's path, or address and port.
  [[nodiscard]] const std::string& place() const noexcept { return place_; }
  /// Receives frames of this array as long as it is shown.
  void set_shown(const SourceKey& key, bool is_shown);
  /// See SourceTable.
  void set_demand(const SourceKey& key, const inspect::Demand& demand);

 private:
  void listen_at(const inspect::Address& address);
  void notify() const;
  void run();
  /// Receives what has arrived at a connection. @returns whether it stands.
  [[nodiscard]] bool serve(Connection& connection, bool has_news, std::span<std::byte> buffer);
  /// Accepts a program that waits. Where that needs more than the system has now, reports it once and pauses.
  void accept_program(std::vector<std::unique_ptr<Connection>>& connections);

  std::shared_ptr<SourceTable> table_;
  MakeConnection make_;
  std::string place_;
  /// The file of the socket, removed at the end; empty for an address.
  std::string file_;
  gpu::FileDescriptor listening_;
  gpu::FileDescriptor changes_;
  std::atomic<bool> must_end_ = false;
  /// The receiving thread alone uses these: when it accepts programs again, and whether it has reported a pause.
  std::chrono::steady_clock::time_point resumes_;
  bool is_short_ = false;
  std::thread thread_;
};

}  // namespace texelscope::app
