#include "gpu/cpu/texture_unit/fetch.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

/// The criteria for choosing a function besides the texels' format.
struct Choice {
  FilterMode filter;
  int rank;
  bool is_single;
};

template <class Reader, int rank>
auto single_sample(FilterMode filter) {
  if constexpr (Reader::is_filtered) {
    return filter == FilterMode::linear ? fetch_linear<Reader, rank> : fetch_point<Reader, rank>;
  } else {
    return fetch_point<Reader, rank>;
  }
}

template <class Reader>
FetchFunctions functions(const Choice& choice) {
  FetchFunctions functions;
  if (!Reader::is_filtered && choice.filter == FilterMode::linear) {
    return functions;
  }
  const auto sample = !choice.is_single  ? sample_any<Reader>
                      : choice.rank == 1 ? single_sample<Reader, 1>(choice.filter)
                      : choice.rank == 2 ? single_sample<Reader, 2>(choice.filter)
                                         : single_sample<Reader, 3>(choice.filter);
  if constexpr (std::is_same_v<typename Reader::Vector, kernels::Float4>) {
    functions.sample_float = sample;
    functions.fetch_float = fetch_any<Reader>;
  } else if constexpr (std::is_same_v<typename Reader::Vector, kernels::Int4>) {
    functions.sample_int = sample;
    functions.fetch_int = fetch_any<Reader>;
  } else {
    functions.sample_uint = sample;
    functions.fetch_uint = fetch_any<Reader>;
  }
  return functions;
}

template <class Integer>
FetchFunctions integer_functions(const TextureDescriptor& descriptor, const Choice& choice) {
  if (descriptor.read_mode == ReadMode::element) {
    return functions<ElementReader<Integer>>(choice);
  }
  if constexpr (sizeof(Integer) > 2) {
    return {};
  } else {
    return functions<NormalizedReader<Integer>>(choice);
  }
}

}  // namespace

FetchFunctions general_fetch(const TextureDescriptor& descriptor, DataType format, int rank, bool is_single) {
  const Choice choice{descriptor.filter_mode, rank, is_single};
  if (descriptor.srgb) {
    return format == DataType::uint8 && descriptor.read_mode == ReadMode::normalized_float
               ? functions<SrgbReader>(choice)
               : FetchFunctions{};
  }
  switch (format) {
    case DataType::uint8:
      return integer_functions<std::uint8_t>(descriptor, choice);
    case DataType::uint16:
      return integer_functions<std::uint16_t>(descriptor, choice);
    case DataType::uint32:
      return integer_functions<std::uint32_t>(descriptor, choice);
    case DataType::int8:
      return integer_functions<std::int8_t>(descriptor, choice);
    case DataType::int16:
      return integer_functions<std::int16_t>(descriptor, choice);
    case DataType::int32:
      return integer_functions<std::int32_t>(descriptor, choice);
    case DataType::float16:
      return functions<Float16Reader>(choice);
    case DataType::float32:
      return functions<Float32Reader>(choice);
  }
  return {};
}

}  // namespace texelscope::gpu::cpu::texture_unit
