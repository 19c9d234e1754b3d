#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/driver/calls/kernel.h"

/// What is said between a process that wants a text compiled and the one with NVRTC: a line of numbers, then bytes.
namespace texelscope::gpu::cuda {

/// The longest first line of an order.
inline constexpr std::size_t max_order_line = 100;

/// A text that the other process shall compile.
struct CompileOrder {
  int driver_version = 0;
  /// 90 is 9.0.
  int capability = 0;
  std::size_t num_kernels = 0;
  /// Where it may write files. Empty: the text is a rehearsal, which loads what NVRTC loads; it is not answered.
  std::filesystem::path folder;
  std::string source;
};

[[nodiscard]] std::string order_text(const CompileOrder& order);

/// An order whose first line was read.
struct OrderLine {
  CompileOrder order;
  std::size_t folder_size = 0;
  std::size_t source_size = 0;
};

/// Nothing for another line.
[[nodiscard]] std::optional<OrderLine> read_order_line(std::string_view line);

[[nodiscard]] std::string answer_text(Status status, const driver::ProgramCompile& call);

/// Fills in the results of the call. Nothing for what is no whole answer.
[[nodiscard]] std::optional<Status> read_answer(std::string_view text, driver::ProgramCompile& call);

}  // namespace texelscope::gpu::cuda
