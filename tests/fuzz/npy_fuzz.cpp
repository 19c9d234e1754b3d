#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace gpu = texelscope::gpu;

namespace {

void require(bool condition) {
  if (!condition) {
    std::abort();
  }
}

/// What was read, written and read again is the same.
void check_round_trip(const gpu::NpyArray& array) {
  std::stringstream stream;
  gpu::write_npy(stream, array.bytes(), array.layout, array.type);
  const gpu::NpyArray again = gpu::read_npy(stream);
  require(again.type == array.type && again.layout.shape() == array.layout.shape());
  std::stringstream second;
  gpu::write_npy(second, again.bytes(), again.layout, again.type);
  require(second.str() == stream.str());
}

std::optional<gpu::NpyArray> read(std::string file) {
  const std::size_t size = file.size();
  std::istringstream stream(std::move(file));
  try {
    gpu::NpyArray array = gpu::read_npy(stream);
    require(array.bytes().size() <= size);
    return array;
  } catch (const gpu::InvalidArgument& refusal) {
    const std::string text = refusal.what();
    require(!text.empty() && text.find('\n') == std::string::npos);
    return std::nullopt;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (const auto array = read(std::string(reinterpret_cast<const char*>(data), size))) {
    check_round_trip(*array);
  }
  return 0;
}
