#include "app/files/sha256.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace texelscope::app {
namespace {

// FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> constants{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U};

using Hash = std::array<std::uint32_t, 8>;

/// 6.2.2: one block of 64 bytes.
void add_block(Hash& hash, std::span<const std::byte> block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t t = 0; t < 64; ++t) {
    if (t < 16) {
      for (std::size_t i = 0; i < 4; ++i) {
        words[t] = words[t] << 8U | std::to_integer<std::uint32_t>(block[4 * t + i]);
      }
    } else {
      const std::uint32_t a = words[t - 15];
      const std::uint32_t b = words[t - 2];
      words[t] = words[t - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3U) + words[t - 7] +
                 (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10U);
    }
  }
  Hash v = hash;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t sum1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
    const std::uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    const std::uint32_t first = v[7] + sum1 + choice + constants[t] + words[t];
    const std::uint32_t sum0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
    const std::uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    v = {first + sum0 + majority, v[0], v[1], v[2], v[3] + first, v[4], v[5], v[6]};
  }
  for (std::size_t i = 0; i < hash.size(); ++i) {
    hash[i] += v[i];
  }
}

}  // namespace

std::string sha256(std::span<const std::byte> bytes) {
  constexpr std::size_t block_size = 64;
  Hash hash{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU, 0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
  const std::size_t whole = bytes.size() / block_size * block_size;
  for (std::size_t at = 0; at < whole; at += block_size) {
    add_block(hash, bytes.subspan(at, block_size));
  }
  // 5.1.1: a one, zeros, and the length in bits.
  std::vector<std::byte> rest(bytes.begin() + static_cast<std::ptrdiff_t>(whole), bytes.end());
  rest.push_back(std::byte{0x80});
  rest.resize(rest.size() <= 56 ? 56 : 120);
  for (unsigned shift = 64; shift > 0; shift -= 8) {
    rest.push_back(static_cast<std::byte>(std::uint64_t{bytes.size()} * 8 >> (shift - 8)));
  }
  for (std::size_t at = 0; at < rest.size(); at += block_size) {
    add_block(hash, std::span(rest).subspan(at, block_size));
  }
  std::string text;
  for (const std::uint32_t word : hash) {
    text += fmt::format("{:08x}", word);
  }
  return text;
}

}  // namespace texelscope::app
