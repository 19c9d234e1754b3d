#include "gpu/cpu/texture_unit/fetch.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

template <class Reader, int rank>
FetchFunctions functions(FilterMode filter) {
  FetchFunctions functions;
  if constexpr (std::is_same_v<typename Reader::Vector, kernels::Float4>) {
    functions.sample_float = filter == FilterMode::linear ? fetch_linear<Reader, rank> : fetch_point<Reader, rank>;
  } else if (filter == FilterMode::point) {
    if constexpr (std::is_same_v<typename Reader::Vector, kernels::Int4>) {
      functions.sample_int = fetch_point<Reader, rank>;
    } else {
      functions.sample_uint = fetch_point<Reader, rank>;
    }
  }
  return functions;
}

template <class Reader>
FetchFunctions functions(FilterMode filter, int rank) {
  return rank == 1 ? functions<Reader, 1>(filter)
                   : (rank == 2 ? functions<Reader, 2>(filter) : functions<Reader, 3>(filter));
}

template <class Integer>
FetchFunctions integer_functions(const TextureDescriptor& descriptor, int rank) {
  if (descriptor.read_mode == ReadMode::element) {
    return functions<ElementReader<Integer>>(descriptor.filter_mode, rank);
  }
  if constexpr (sizeof(Integer) > 2) {
    return {};
  } else {
    return functions<NormalizedReader<Integer>>(descriptor.filter_mode, rank);
  }
}

}  // namespace

FetchFunctions general_fetch(const TextureDescriptor& descriptor, DataType format, int rank) {
  if (descriptor.srgb) {
    return format == DataType::uint8 && descriptor.read_mode == ReadMode::normalized_float
               ? functions<SrgbReader>(descriptor.filter_mode, rank)
               : FetchFunctions{};
  }
  switch (format) {
    case DataType::uint8:
      return integer_functions<std::uint8_t>(descriptor, rank);
    case DataType::uint16:
      return integer_functions<std::uint16_t>(descriptor, rank);
    case DataType::uint32:
      return integer_functions<std::uint32_t>(descriptor, rank);
    case DataType::int8:
      return integer_functions<std::int8_t>(descriptor, rank);
    case DataType::int16:
      return integer_functions<std::int16_t>(descriptor, rank);
    case DataType::int32:
      return integer_functions<std::int32_t>(descriptor, rank);
    case DataType::float16:
      return functions<Float16Reader>(descriptor.filter_mode, rank);
    case DataType::float32:
      return functions<Float32Reader>(descriptor.filter_mode, rank);
  }
  return {};
}

}  // namespace texelscope::gpu::cpu::texture_unit
