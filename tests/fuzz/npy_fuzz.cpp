#include <sstream>
#include <string>

#include "tests/fuzz/fuzz_input.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::tests {
namespace {

/// An array that is read, written and read again is unchanged.
void check_round_trip(const gpu::NpyArray& array) {
  std::stringstream stream;
  gpu::write_npy(stream, array.bytes(), array.layout, array.type);
  const gpu::NpyArray again = gpu::read_npy(stream);
  require(again.type == array.type && again.layout.shape() == array.layout.shape(), "type and shape round-trip");
  std::stringstream second;
  gpu::write_npy(second, again.bytes(), again.layout, again.type);
  require(second.str() == stream.str(), "bytes round-trip");
}

}  // namespace

void fuzz_npy(FuzzInput input) {
  std::istringstream stream{std::string(text_of(input))};
  accept<gpu::InvalidArgument>([&] {
    const gpu::NpyArray array = gpu::read_npy(stream);
    require(array.bytes().size() <= input.size(), "an array is no larger than its file");
    check_round_trip(array);
  });
}

}  // namespace texelscope::tests
