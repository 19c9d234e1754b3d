// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_INTEGER_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_INTEGER_LANES_INL
#undef TEXELSCOPE_INTEGER_LANES_INL
#else
#define TEXELSCOPE_INTEGER_LANES_INL
#endif

#include <type_traits>

#include "gpu/cpu/texture_unit/integer_sum.h"
#include "gpu/cpu/texture_unit/rows.inl"
#include "gpu/cpu/texture_unit/texel_format.h"

// The sums of integer_sum.h: two texels are multiplied by their weights at a
// time.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// a[2i] · b[2i] + a[2i + 1] · b[2i + 1].
HWY_INLINE hn::Vec<Ints> sum_of_pairs(hn::Vec<Shorts> a, hn::Vec<Shorts> b) {
#if HWY_ARCH_X86
  return hn::Vec<Ints>{_mm_madd_epi16(a.raw, b.raw)};
#else
  const auto even = [](hn::Vec<Shorts> v) { return hn::ShiftRight<16>(hn::ShiftLeft<16>(hn::BitCast(Ints(), v))); };
  const auto odd = [](hn::Vec<Shorts> v) { return hn::ShiftRight<16>(hn::BitCast(Ints(), v)); };
  return hn::Add(hn::Mul(even(a), even(b)), hn::Mul(odd(a), odd(b)));
#endif
}

/// Where the bytes of two neighboring texels belong if each channel of the left
/// one is followed by the same channel of the right one, in 16 bits. Signed
/// bytes are the upper ones.
template <class Integer, int channels>
struct ByteOrder {
  alignas(16) std::uint8_t bytes[16];

  constexpr ByteOrder() : bytes{} {
    constexpr int size = sizeof(Integer);
    for (int at = 0; at < 16; ++at) {
      const int channel = at / 4;
      const int byte = size == 2 ? at % 2 : (at % 2 == (std::is_signed_v<Integer> ? 1 : 0) ? 0 : -1);
      const bool is_missing = channel >= channels || byte < 0;
      bytes[at] = static_cast<std::uint8_t>(is_missing ? 0x80 : (at / 2 % 2 * channels + channel) * size + byte);
    }
  }
};

/// Two neighboring texels as signed 16-bit integers; unsigned ones of 16 bits
/// are reduced by 2^15.
template <class Integer, int channels>
HWY_INLINE hn::Vec<Shorts> load_pairs(const std::byte* texels) {
  constexpr std::size_t size = 2 * sizeof(Integer) * channels;
  static constexpr ByteOrder<Integer, channels> order;
  hn::Vec<Bytes> bytes;
  if constexpr (size == 16) {
    bytes = hn::LoadU(Bytes(), reinterpret_cast<const std::uint8_t*>(texels));
  } else {
    bytes = hn::BitCast(Bytes(), load_bytes<size>(texels));
  }
  const auto pairs = hn::BitCast(Shorts(), hn::TableLookupBytesOr0(bytes, hn::Load(Bytes(), order.bytes)));
  if constexpr (std::is_same_v<Integer, std::int8_t>) {
    return hn::ShiftRight<8>(pairs);
  } else if constexpr (std::is_same_v<Integer, std::uint16_t>) {
    return hn::Xor(pairs, hn::BitCast(Shorts(), all_words(0x80008000)));
  } else {
    return pairs;
  }
}

HWY_INLINE hn::Vec<Shorts> repeated(std::uint32_t pair) {
  return hn::BitCast(Shorts(), hn::Set(Ints(), static_cast<std::int32_t>(pair)));
}

HWY_INLINE hn::Vec<Ints> plus_number(hn::Vec<Ints> value, std::int32_t number) {
  return hn::Add(value, hn::BitCast(Ints(), all_words(static_cast<std::uint32_t>(number))));
}

/// The result of to_16_bits() (integer_sum.h) as a float.
template <class Integer>
HWY_INLINE hn::Vec<Floats> norm_of_16_bits(hn::Vec<Ints> whole) {
  if constexpr (std::is_signed_v<Integer>) {
    const auto lowest = hn::BitCast(Ints(), all_words(static_cast<std::uint32_t>(-32767)));
    return quotient<32767>(hn::ConvertTo(Floats(), hn::Max(whole, lowest)));
  } else {
    return quotient<65535>(hn::ConvertTo(Floats(), whole));
  }
}

/// Unsigned texels of 16 bits were reduced by 2^15, and their weights add up
/// to 1.
template <class Integer>
inline constexpr std::int32_t reduction = std::is_same_v<Integer, std::uint16_t> ? 1 << 15 : 0;

/// The value of a sum in 1/256, by the formulas of to_16_bits().
template <class Integer>
HWY_INLINE hn::Vec<Floats> norm_of_sum(hn::Vec<Ints> sum) {
  if constexpr (std::is_same_v<Integer, std::uint8_t>) {
    // (s + 128) >> 8 = ((s >> 7) + 1) >> 1; the upper halves are 0 and remain
    // 0.
    const auto low = hn::BitCast(Halves(), sum);
    const auto repeated = hn::AverageRound(hn::ShiftRight<7>(low), hn::Zero(Halves()));
    return norm_of_16_bits<Integer>(hn::BitCast(Ints(), hn::Add(low, repeated)));
  } else if constexpr (std::is_same_v<Integer, std::int8_t>) {
    const auto lower_bits = hn::Add(hn::ShiftRight<4>(sum), hn::ShiftRight<12>(sum));
    return norm_of_16_bits<Integer>(hn::Add(sum, hn::ShiftRight<3>(plus_number(lower_bits, 4))));
  } else {
    return norm_of_16_bits<Integer>(hn::ShiftRight<8>(plus_number(sum, (reduction<Integer> << 8) + 128)));
  }
}

/// The value of a sum in 1/1024.
template <class Integer>
HWY_INLINE hn::Vec<Floats> norm_of_fine_sum(hn::Vec<Ints> sum) {
  if constexpr (std::is_same_v<Integer, std::uint8_t>) {
    const auto repeated = hn::Add(sum, hn::ShiftLeft<8>(sum));
    return norm_of_16_bits<Integer>(hn::ShiftRight<10>(plus_number(repeated, 512)));
  } else if constexpr (std::is_same_v<Integer, std::int8_t>) {
    const auto lower_bits = hn::Add(hn::ShiftRight<6>(sum), hn::ShiftRight<14>(sum));
    return norm_of_16_bits<Integer>(hn::ShiftRight<3>(plus_number(hn::Add(hn::Add(sum, sum), lower_bits), 4)));
  } else {
    return norm_of_16_bits<Integer>(hn::ShiftRight<10>(plus_number(sum, (reduction<Integer> << 10) + 512)));
  }
}

/// A texel's integers, as floats.
template <class Integer, int channels>
HWY_INLINE hn::Vec<Floats> load_integers(const std::byte* texel) {
  const auto bytes = load_bytes<sizeof(Integer) * channels>(texel);
  const hn::Full128<Integer> all;
  if constexpr (sizeof(Integer) == 1) {
    return hn::ConvertTo(Floats(), hn::PromoteTo(Ints(), hn::LowerHalf(hn::LowerHalf(hn::BitCast(all, bytes)))));
  } else {
    return hn::ConvertTo(Floats(), hn::PromoteTo(Ints(), hn::LowerHalf(hn::BitCast(all, bytes))));
  }
}

/// The sum of any number of slices. In 1/1024, because the last bits matter.
template <class Integer>
class RunningIntegerSum {
 public:
  HWY_INLINE RunningIntegerSum() : total_(hn::Zero(Ints())) {}

  /// Slices of one level, with weights in 1/`unit`.
  HWY_INLINE void add_group(const hn::Vec<Ints>* slices, int count, int unit) {
    for (int k = 0; k < count; ++k) {
      total_ = hn::Add(total_, hn::Mul(slices[k], hn::Set(Ints(), 1024 / unit)));
    }
  }
  [[nodiscard]] HWY_INLINE hn::Vec<Floats> rounded() const { return norm_of_fine_sum<Integer>(total_); }
  [[nodiscard]] HWY_INLINE bool is_ordinary(hn::Vec<Floats> /*result*/) const { return true; }

 private:
  hn::Vec<Ints> total_;
};

/// How lane_fetch.inl reads normalized integers.
template <class Integer, int num_channels>
struct IntegerTexels {
  static constexpr bool is_integer = true;
  static constexpr int channels = num_channels;
  static constexpr std::int64_t texel_bytes = std::int64_t{sizeof(Integer)} * channels;
  using Reader = NormalizedReader<Integer>;
  using Sum = hn::Vec<Ints>;
  using Running = RunningIntegerSum<Integer>;

  /// The value that a point fetch reads.
  static HWY_INLINE kernels::Float4 read(const std::byte* texel) {
    constexpr int full = full_scale<Integer>;
    auto whole = load_integers<Integer, channels>(texel);
    if constexpr (std::is_signed_v<Integer>) {
      whole = hn::Max(whole, hn::Set(Floats(), static_cast<float>(-full)));
    }
    return as_float4<channels>(quotient<full>(whole));
  }
  template <int num_rows>
  static HWY_INLINE Sum sum(const Rows& from) {
    const auto upper = load_pairs<Integer, channels>(from.upper);
    if constexpr (num_rows == 1) {
      return sum_of_pairs(upper, repeated(from.columns));
    } else {
      const auto lower = load_pairs<Integer, channels>(from.lower);
      const auto of_lower = repeated(from.lower_weights);
      if constexpr (sizeof(Integer) == 1) {
        // The upper row can be multiplied while the weights of the lower one
        // are still computed.
        return hn::Add(sum_of_pairs(upper, repeated(from.columns)), sum_of_pairs(hn::Sub(lower, upper), of_lower));
      } else {
        // Differences of 16 bits would overflow.
        return hn::Add(sum_of_pairs(upper, repeated(from.columns - from.lower_weights)), sum_of_pairs(lower, of_lower));
      }
    }
  }
  static HWY_INLINE hn::Vec<Floats> finish(Sum sum) { return norm_of_sum<Integer>(sum); }
  static HWY_INLINE hn::Vec<Floats> finish(Sum near, Sum far) { return norm_of_sum<Integer>(hn::Add(near, far)); }
  template <class... Sums>
  static HWY_INLINE bool is_ordinary(hn::Vec<Floats> /*result*/, const Sums&... /*sums*/) {
    return true;
  }
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
