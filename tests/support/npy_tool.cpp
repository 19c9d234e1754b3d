// Prints the contents of .npy files, as views read them, for a test that compares them with NumPy.
//
// usage: npy_tool IN_FOLDER OUT_FOLDER
//
// Prints for each IN/NAME.npy one line of JSON: name and error, or name, descr, type, shape, strides in bytes, and the
// memory in hexadecimal. Writes to OUT the array (NAME.npy), with its axes reversed (NAME.transposed.npy), with a step
// of −2 along axis 0 (NAME.stepped.npy), and its first element broadcast (NAME.broadcast.npy).

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace gpu = texelscope::gpu;

namespace {

void write_variants(const gpu::StridedMemoryView& view, const std::filesystem::path& folder, const std::string& name) {
  const gpu::StridedLayout& layout = view.layout();
  view.to_npy(folder / (name + ".npy"));
  gpu::Dimensions reversed;
  for (std::size_t axis = layout.ndim(); axis-- > 0;) {
    reversed.push_back(static_cast<std::int64_t>(axis));
  }
  view.view(layout.permuted(reversed)).to_npy(folder / (name + ".transposed.npy"));
  if (layout.ndim() > 0) {
    view.view(layout.sliced({gpu::AxisSlice({}, {}, -2)})).to_npy(folder / (name + ".stepped.npy"));
  }
  if (!layout.is_empty()) {
    const gpu::StridedLayout first({}, {}, layout.itemsize());
    view.view(first.broadcast_to({3, 2})).to_npy(folder / (name + ".broadcast.npy"));
  }
}

nlohmann::json seen(const gpu::StridedMemoryView& view) {
  std::string memory;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(view.pointer().value);
  for (std::int64_t i = 0; i < view.layout().required_size_in_bytes(); ++i) {
    memory += fmt::format("{:02x}", bytes[i]);
  }
  const auto numbers = [](const gpu::Dimensions& dimensions) {
    return std::vector<std::int64_t>(dimensions.begin(), dimensions.end());
  };
  return {{"descr", gpu::to_numpy_string(view.type())},
          {"type", gpu::to_string(view.type())},
          {"shape", numbers(view.layout().shape())},
          {"strides", numbers(view.layout().strides_in_bytes())},
          {"memory", memory}};
}

int run(const std::filesystem::path& in, const std::filesystem::path& out) {
  for (const auto& entry : std::filesystem::directory_iterator(in)) {
    const std::string name = entry.path().stem().string();
    nlohmann::json answer;
    try {
      const gpu::StridedMemoryView view = gpu::StridedMemoryView::from_npy(entry.path());
      answer = seen(view);
      write_variants(view, out, name);
    } catch (const gpu::Error& error) {
      answer = {{"error", error.what()}};
    }
    answer["name"] = name;
    fmt::print("{}\n", answer.dump());
  }
  return 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 3) {
    fmt::print(stderr, "usage: npy_tool IN_FOLDER OUT_FOLDER\n");
    return 2;
  }
  try {
    return run(arguments[1], arguments[2]);
  } catch (const std::exception& error) {
    fmt::print(stderr, "npy_tool: {}\n", error.what());
    return 1;
  }
}
