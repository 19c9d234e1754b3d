// A Python module whose kernel writes PyTorch tensors, on PyTorch's current stream. It is built without PyTorch's
// headers and receives tensors through DLPack, so one file works with all versions.

#include <pybind11/pybind11.h>
#include <texelscope/gpu/dlpack.h>
#include <texelscope/gpu/stream.h>
#include <texelscope/gpu/strided_memory_view.h>
#include <texelscope/kernels/launch.h>

#include <cstdint>
#include <stdexcept>

namespace gpu = texelscope::gpu;
namespace kernels = texelscope::kernels;

/// Rows, columns and channels have arbitrary strides, in bytes.
struct DrawDiamonds {
  std::uint8_t* pixels;
  std::int64_t row, column, channel;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    std::uint8_t* const pixel = pixels + at.y * row + at.x * column;
    const int x = at.x % 64 < 32 ? at.x % 32 : 31 - at.x % 32;
    const int y = at.y % 64 < 32 ? at.y % 32 : 31 - at.y % 32;
    pixel[0] = static_cast<std::uint8_t>(4 * (x + y));
    pixel[channel] = static_cast<std::uint8_t>(at.x);
    pixel[2 * channel] = static_cast<std::uint8_t>(255 - at.y);
  }
};

/// `image` is a DLPack capsule of uint8 of shape (height, width, 3), `stream_handle` PyTorch's current stream (0 for
/// host tensors).
void draw(pybind11::capsule image, std::uint64_t stream_handle) {
  auto* const tensor = image.get_pointer<DLManagedTensor>();
  const gpu::StridedMemoryView view = gpu::from_dlpack(tensor);
  image.set_name("used_dltensor");  // the view now owns the tensor
  const gpu::Dimensions shape = view.layout().shape();
  if (shape.size() != 3 || shape[2] != 3 || view.type() != gpu::element_type_of<std::uint8_t>) {
    throw std::invalid_argument("expected a uint8 image of shape (height, width, 3)");
  }
  const gpu::Device device = gpu::Device::open(view.device_id());
  const bool is_cuda = view.device_id().kind == gpu::DeviceKind::cuda;
  const gpu::Stream stream = is_cuda ? gpu::Stream::from_handle(device, {stream_handle}) : device.create_stream();
  const auto strides = view.layout().strides_in_bytes();
  kernels::launch(
      stream, {static_cast<int>(shape[1]), static_cast<int>(shape[0])},
      DrawDiamonds{reinterpret_cast<std::uint8_t*>(view.pointer().value), strides[0], strides[1], strides[2]});
  if (!is_cuda) {
    stream.synchronize();  // PyTorch has no streams on the host
  }
}

PYBIND11_MODULE(texelscope_example, extension) { extension.def("draw", &draw); }
