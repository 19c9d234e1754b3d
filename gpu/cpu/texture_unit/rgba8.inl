// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_RGBA8_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_RGBA8_INL
#undef TEXELSCOPE_RGBA8_INL
#else
#define TEXELSCOPE_RGBA8_INL
#endif

#include "gpu/cpu/texture_unit/clamped_position.inl"

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

/// Loads two neighboring texels, interleaved: each channel of the left one is followed by the same channel of the right
/// one.
HWY_INLINE hn::Vec<Shorts> load_pairs(const std::byte* texels) {
  constexpr std::uint8_t zero = 0x80;
  alignas(16) static constexpr std::uint8_t order[16] = {0, zero, 4, zero, 1, zero, 5, zero,
                                                         2, zero, 6, zero, 3, zero, 7, zero};
  const auto bytes = hn::LoadU(hn::Full64<std::uint8_t>(), reinterpret_cast<const std::uint8_t*>(texels));
  return hn::BitCast(Shorts(), hn::TableLookupBytesOr0(bytes, hn::Load(Bytes(), order)));
}

HWY_INLINE hn::Vec<Shorts> pair_of_weights(std::int64_t left, std::int64_t right) {
  return hn::BitCast(Shorts(), hn::Set(Ints(), static_cast<std::int32_t>(left + (right << 16))));
}

/// sum / 65535 after to_16_bits<std::uint8_t> (integer_sum.h).
HWY_INLINE hn::Vec<Floats> divided(hn::Vec<Ints> sum) {
  // (s + 128) >> 8 = ((s >> 7) + 1) >> 1; the upper halves are 0 and remain 0.
  const auto low = hn::BitCast(Halves(), sum);
  const auto repeated = hn::AverageRound(hn::ShiftRight<7>(low), hn::Zero(Halves()));
  const auto whole = hn::ConvertTo(Floats(), hn::BitCast(Ints(), hn::Add(low, repeated)));
#if HWY_NATIVE_FMA
  // 1/65535 in two parts. The lesser part contributes only 2^-32 of the result, so it can use the unrounded sum in
  // place of the rounded one; a test compares all results with the quotient.
  constexpr float greater = 1.0F / 65535.0F;
  constexpr float lesser = static_cast<float>(1.0 / 65535.0 - static_cast<double>(greater)) * (257.0F / 256);
  return hn::MulAdd(whole, hn::Set(Floats(), greater),
                    hn::Mul(hn::ConvertTo(Floats(), sum), hn::Set(Floats(), lesser)));
#else
  return hn::Div(whole, hn::Set(Floats(), 65535.0F));
#endif
}

/// 2D linear fetches of uint8x4 texels in clamp mode, the most common ones. With a and b the fractions and t = r(a · b
/// / 256), slice_weights() is {256 − a − b + t, a − t, b − t, t}. The sum therefore consists of the upper row's texels,
/// weighted by {256 − a, a}, and of the lower row's differences from them, weighted by {b − t, t}.
HWY_INLINE kernels::Float4 sample_clamped_rgba8(const kernels::HostTexture& handle, float x, float y, float /*z*/) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  const auto [texel, a, b] = find_corner(texture, 4, x, y);
  const std::int64_t t = (a * b + 128) >> 8;
  const auto upper = load_pairs(texel);
  const auto lower = load_pairs(texel + texture.row_pitch_bytes);
  return as_float4(divided(hn::Add(sum_of_pairs(upper, pair_of_weights(256 - a, a)),
                                   sum_of_pairs(hn::Sub(lower, upper), pair_of_weights(b - t, t)))));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
