#include "gpu/cuda/compile_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

namespace texelscope::gpu::cuda {
namespace {

/// The first word of the order and of the answer.
constexpr std::string_view order_mark = "texelscope-compile";
constexpr std::string_view answer_mark = "texelscope-compiled";
constexpr std::size_t max_kernels = 1000;
constexpr std::size_t max_folder_size = 4096;
constexpr std::size_t max_source_size = std::size_t{1} << 30;

/// The numbers after the line's mark. nullopt for any other mark.
std::optional<std::istringstream> numbers_behind(std::string_view line, std::string_view mark) {
  std::istringstream numbers{std::string{line}};
  std::string first;
  numbers >> first;
  return first == mark ? std::optional{std::move(numbers)} : std::nullopt;
}

}  // namespace

std::string order_text(const CompileOrder& order) {
  return fmt::format("{} {} {} {} {} {}\n{}{}", order_mark, order.driver_version, order.capability, order.num_kernels,
                     order.folder.string().size(), order.source.size(), order.folder.string(), order.source);
}

std::optional<OrderLine> read_order_line(std::string_view line) {
  std::optional<std::istringstream> numbers = numbers_behind(line, order_mark);
  OrderLine read;
  if (!numbers || !(*numbers >> read.order.driver_version >> read.order.capability >> read.order.num_kernels >>
                    read.folder_size >> read.source_size)) {
    return std::nullopt;
  }
  const bool is_possible = read.order.num_kernels <= max_kernels && read.folder_size <= max_folder_size &&
                           read.source_size <= max_source_size;
  return is_possible ? std::optional{std::move(read)} : std::nullopt;
}

std::string answer_text(Status status, const driver::ProgramCompile& call) {
  return fmt::format("{} {} {} {} {} {}\n{}{}{}", answer_mark, static_cast<int>(status), call.log.size(),
                     call.reason.size(), call.binary.size(), fmt::join(call.kernel_sizes, " "), call.log, call.reason,
                     std::string_view{reinterpret_cast<const char*>(call.binary.data()), call.binary.size()});
}

std::optional<Status> read_answer(std::string_view text, driver::ProgramCompile& call) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::optional<std::istringstream> numbers = numbers_behind(text.substr(0, end), answer_mark);
  text.remove_prefix(std::min(end + 1, text.size()));
  int status = 0;
  std::array<std::size_t, 3> sizes{};
  if (!numbers || !(*numbers >> status >> sizes[0] >> sizes[1] >> sizes[2])) {
    return std::nullopt;
  }
  const auto take = [&](std::size_t size) {
    const std::string_view taken = text.substr(0, size);
    text.remove_prefix(taken.size());
    return taken;
  };
  const std::string_view log = take(sizes[0]);
  const std::string_view reason = take(sizes[1]);
  const std::string_view binary = take(sizes[2]);
  if (log.size() != sizes[0] || reason.size() != sizes[1] || binary.size() != sizes[2] || !text.empty()) {
    return std::nullopt;
  }
  call.log = log;
  call.reason = reason;
  const auto* const bytes = reinterpret_cast<const std::byte*>(binary.data());
  call.binary.assign(bytes, bytes + binary.size());
  for (std::size_t size = 0; call.kernel_sizes.size() < call.num_kernels && *numbers >> size;) {
    call.kernel_sizes.push_back(size);
  }
  return static_cast<Status>(status);
}

}  // namespace texelscope::gpu::cuda
