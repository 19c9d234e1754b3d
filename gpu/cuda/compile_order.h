#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/driver/calls/kernel.h"

/// The protocol between a process that requests a compilation and the NVRTC process: a line of numbers, then bytes.
namespace texelscope::gpu::cuda {

/// The maximum length of an order's first line.
inline constexpr std::size_t max_order_line = 100;

/// Source for the other process to compile.
struct CompileOrder {
  int driver_version = 0;
  /// 90 is 9.0.
  int capability = 0;
  std::size_t num_kernels = 0;
  /// The folder for its files. If empty, the source is a rehearsal, which loads NVRTC's libraries and has no answer.
  std::filesystem::path folder;
  std::string source;
};

[[nodiscard]] std::string order_text(const CompileOrder& order);

/// An order of which only the first line has been read.
struct OrderLine {
  CompileOrder order;
  std::size_t folder_size = 0;
  std::size_t source_size = 0;
};

/// nullopt for any other line.
[[nodiscard]] std::optional<OrderLine> read_order_line(std::string_view line);

[[nodiscard]] std::string answer_text(Status status, const driver::ProgramCompile& call);

/// Fills in the results of the call. nullopt for an incomplete answer.
[[nodiscard]] std::optional<Status> read_answer(std::string_view text, driver::ProgramCompile& call);

}  // namespace texelscope::gpu::cuda
