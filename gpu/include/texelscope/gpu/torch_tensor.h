#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/tensor_metadata.h"

/// A tensor as PyTorch's stable C functions take it: an at::Tensor*.
struct AtenTensorOpaque;

namespace texelscope::gpu {

/// PyTorch's stable C functions (AOTI, torch/csrc/inductor/aoti_torch/c/shim.h), as found in this process.
class TorchFunctions {
 public:
  /// The functions of the PyTorch that is loaded in this process; null if there is none, or if it lacks one of them
  /// (they were added in PyTorch 2.3). Loads nothing, and does not require PyTorch to build or start.
  [[nodiscard]] static const TorchFunctions* find();

  /// Whether a tensor's layout is torch.strided: tensors of other layouts have neither an address nor strides.
  [[nodiscard]] bool is_strided(AtenTensorOpaque* tensor) const;

  /// The metadata of a strided tensor. The tensor's contents are those after PyTorch's work on the current stream.
  /// These functions cannot report whether the tensor requires a gradient, or whether its conjugate or negative bit is
  /// set. Pinned memory counts as host memory.
  /// @throws InvalidArgument if PyTorch cannot provide it, as for other layouts (PyTorch has then printed the reason);
  /// Unavailable for a device that is neither the host nor CUDA, and for a type that these functions do not name.
  [[nodiscard]] TensorMetadata metadata_of(AtenTensorOpaque* tensor) const {
    std::int32_t device_type = 0;
    // Checked first: tensors on other devices may have no data, and querying it prints a stack trace.
    if (get_device_type_(tensor, &device_type) != 0) [[unlikely]] {
      refuse_call();
    }
    const bool is_on_cuda = device_type == cuda_;
    if (!is_on_cuda && device_type != cpu_) [[unlikely]] {
      refuse_device(device_type);
    }
    void* data = nullptr;
    std::int64_t ndim = 0;
    std::int64_t* sizes = nullptr;
    std::int64_t* strides = nullptr;
    std::int32_t dtype = 0;
    std::int32_t device = 0;
    if ((get_data_ptr_(tensor, &data) | get_dim_(tensor, &ndim) | get_sizes_(tensor, &sizes) |
         get_strides_(tensor, &strides) | get_dtype_(tensor, &dtype)) != 0) [[unlikely]] {
      refuse_call();
    }
    if (is_on_cuda && get_device_index_(tensor, &device) != 0) [[unlikely]] {
      refuse_call();
    }
    const auto number = static_cast<std::size_t>(dtype);
    if (number >= types_.size() || types_[number].bits == 0) [[unlikely]] {
      refuse_type(dtype);
    }
    return {.pointer = {reinterpret_cast<std::uintptr_t>(data)},
            .device = {is_on_cuda ? dlpack_cuda : dlpack_cpu, device},
            .type = types_[number],
            .ndim = static_cast<std::int32_t>(ndim),
            .shape = sizes,
            .strides = strides};
  }

  /// The stream that PyTorch currently uses on a device. @throws Unavailable for a PyTorch without CUDA.
  [[nodiscard]] ForeignStream current_stream(std::int32_t device) const;

 private:
  using Error = std::int32_t;
  template <class Value>
  using Query = Error (*)(AtenTensorOpaque*, Value*);

  TorchFunctions() = default;
  /// DLDeviceType.
  static constexpr std::int32_t dlpack_cpu = 1;
  static constexpr std::int32_t dlpack_cuda = 2;

  bool look_up();
  [[noreturn]] static void refuse_call();
  [[noreturn]] void refuse_device(std::int32_t device_type) const;
  [[noreturn]] void refuse_type(std::int32_t dtype) const;

  Query<void*> get_data_ptr_ = nullptr;
  Query<std::int64_t> get_dim_ = nullptr;
  Query<std::int64_t*> get_sizes_ = nullptr;
  Query<std::int64_t*> get_strides_ = nullptr;
  Query<std::int32_t> get_dtype_ = nullptr;
  Query<std::int32_t> get_device_type_ = nullptr;
  Query<std::int32_t> get_device_index_ = nullptr;
  Query<std::int32_t> get_layout_ = nullptr;
  std::int32_t cpu_ = 0;
  std::int32_t cuda_ = 0;
  std::int32_t strided_ = 0;
  /// Indexed by PyTorch's number of a dtype; bits are 0 if there is none.
  std::array<DLPackType, 64> types_{};
};

}  // namespace texelscope::gpu
