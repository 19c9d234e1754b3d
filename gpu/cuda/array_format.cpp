#include "gpu/cuda/array_format.h"

#include <array>

namespace texelscope::gpu::cuda {

namespace {

/// In the order of DataType.
constexpr std::array array_formats{CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32,
                                   CU_AD_FORMAT_SIGNED_INT8,   CU_AD_FORMAT_SIGNED_INT16,   CU_AD_FORMAT_SIGNED_INT32,
                                   CU_AD_FORMAT_HALF,          CU_AD_FORMAT_FLOAT};
static_assert(array_formats[static_cast<std::size_t>(DataType::int8)] == CU_AD_FORMAT_SIGNED_INT8);
static_assert(array_formats[static_cast<std::size_t>(DataType::float32)] == CU_AD_FORMAT_FLOAT);

}  // namespace

CUarray_format to_array_format(DataType type) noexcept { return array_formats[static_cast<std::size_t>(type)]; }

std::optional<DataType> to_data_type(CUarray_format format) noexcept {
  for (std::size_t i = 0; i < array_formats.size(); ++i) {
    if (array_formats[i] == format) {
      return static_cast<DataType>(i);
    }
  }
  return std::nullopt;
}

}  // namespace texelscope::gpu::cuda
