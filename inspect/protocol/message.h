#pragma once

#include <cstddef>
#include <cstdint>

/// The protocol between programs and the window that shows their arrays: docs/inspect-protocol.md.
namespace texelscope::inspect {

/// The first bytes of each message, "TXI1": the version is part of it.
inline constexpr std::uint32_t message_magic = 0x31495854;

enum class MessageType : std::uint16_t {
  // From the program.
  hello = 1,
  /// Two descriptors: the control page and the slots of an array.
  ring = 2,
  /// A slot of a ring is ready.
  bell = 3,
  /// An array as the payload, or in one descriptor; without either, only its description.
  frame = 4,
  end = 5,
  // From the window.
  welcome = 16,
  /// Payload: a Demand.
  demand = 17,
  /// The window has taken the last frame of an array.
  taken = 18
};

/// Before each message's text, which is JSON, and its payload. Little-endian.
struct MessageHeader {
  std::uint32_t magic = message_magic;
  std::uint16_t type = 0;
  /// Descriptors that come with the first byte.
  std::uint16_t descriptors = 0;
  std::uint32_t text_bytes = 0;
  /// The number of an array in its program, 1 …; in a welcome, 1 if descriptors arrive.
  std::uint32_t number = 0;
  std::uint64_t payload_bytes = 0;
};
static_assert(sizeof(MessageHeader) == 24);

/// The part of an array that the window shows, for links over which programs send no more than that.
struct Demand {
  /// In elements of the first two axes; all of it if an extent is 0.
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  /// Every step-th row and column, 1 …; 0 if the window does not show the array.
  std::int64_t step = 1;
  bool operator==(const Demand&) const = default;
};

/// The program then announces states by frames without a payload; it does so until the first demand.
inline constexpr Demand no_demand{.step = 0};

inline constexpr std::uint32_t max_text_bytes = 16 * 1024;
inline constexpr std::uint64_t max_array_bytes = std::uint64_t{1} << 31U;
inline constexpr std::uint16_t max_descriptors = 2;
inline constexpr std::uint32_t max_arrays = 4096;
inline constexpr int max_rank = 16;
inline constexpr std::size_t max_name_bytes = 200;

}  // namespace texelscope::inspect
