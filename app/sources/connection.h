#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "app/sources/source_table.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// A program that is connected to the window, on the receiving thread. Nothing that it sends is trusted.
class Connection {
 public:
  /// The arrays stay in the table, with their last states.
  virtual ~Connection() = default;

  [[nodiscard]] virtual int socket() const noexcept = 0;
  /// Reads what has arrived, with `buffer` for any use. @returns whether the connection stands. @throws FileError for
  /// messages against the rules.
  [[nodiscard]] virtual bool receive(std::span<std::byte> buffer) = 0;
  /// Takes the newest states of the arrays that are shown now, and tells the process.
  virtual void follow_shown() = 0;
  /// Milliseconds after which follow_shown() has something to do, even if nothing arrives; -1 for none.
  [[nodiscard]] virtual int milliseconds_to_wait() const { return -1; }
  /// For messages about the program.
  [[nodiscard]] virtual std::string title() const = 0;
};

/// Makes the connection of a program that has just connected; `number` is its own.
using MakeConnection = std::function<std::unique_ptr<Connection>(std::uint64_t number, gpu::FileDescriptor socket)>;

}  // namespace texelscope::app
