#include "app/accesses/pixel_history.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <ranges>
#include <utility>

#include "app/accesses/hazard.h"
#include "app/accesses/nan_bits.h"
#include "app/accesses/texel_place.h"
#include "texelscope/gpu/error.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

using gpu::Access;
using gpu::AccessKind;
using gpu::AccessObject;

bool covers(const gpu::AccessRecording& recording, const Access& access, std::uint32_t memory, std::uint64_t offset) {
  return recording.objects[access.object].memory == memory && offset >= access.offset &&
         offset < access.offset + access.size_bytes &&
         (access.place == gpu::AccessPlace::inside || access.place == gpu::AccessPlace::clamped);
}

/// The first access of the same thread: those of a thread are next to each other.
std::size_t first_of_thread(const std::vector<Access>& accesses, std::size_t access) {
  std::size_t first = access;
  while (first > 0 && is_same_thread(accesses[first - 1], accesses[access])) {
    --first;
  }
  return first;
}

template <class Channel, class Text>
std::string channels_text(std::span<const std::uint32_t, 4> bits, std::size_t size_bytes, const Text& text) {
  std::vector<std::string> channels;
  for (std::size_t at = 0; at + sizeof(Channel) <= size_bytes; at += sizeof(Channel)) {
    Channel channel;
    std::memcpy(&channel, reinterpret_cast<const std::byte*>(bits.data()) + at, sizeof(Channel));
    channels.push_back(text(channel));
  }
  return channels.size() == 1 ? channels.front() : fmt::format("({})", fmt::join(channels, ", "));
}

std::string format_text(gpu::DataType format, std::span<const std::uint32_t, 4> bits, std::size_t size_bytes) {
  const auto number = [](auto value) { return fmt::format("{}", value); };
  switch (format) {
    case gpu::DataType::uint8:
      return channels_text<std::uint8_t>(bits, size_bytes, [](std::uint8_t value) { return std::to_string(value); });
    case gpu::DataType::int8:
      return channels_text<std::int8_t>(bits, size_bytes, [](std::int8_t value) { return std::to_string(value); });
    case gpu::DataType::uint16:
      return channels_text<std::uint16_t>(bits, size_bytes, number);
    case gpu::DataType::int16:
      return channels_text<std::int16_t>(bits, size_bytes, number);
    case gpu::DataType::uint32:
      return channels_text<std::uint32_t>(bits, size_bytes, number);
    case gpu::DataType::int32:
      return channels_text<std::int32_t>(bits, size_bytes, number);
    case gpu::DataType::float16:
      return channels_text<std::uint16_t>(
          bits, size_bytes, [&](std::uint16_t value) { return number(kernels::float32_from_float16(value)); });
    case gpu::DataType::float32:
      return channels_text<float>(bits, size_bytes, number);
  }
  return {};
}

}  // namespace

bool is_same_thread(const Access& a, const Access& b) {
  return a.launch == b.launch && a.thread.x == b.thread.x && a.thread.y == b.thread.y && a.thread.z == b.thread.z;
}

std::optional<std::uint32_t> last_surface(const gpu::AccessRecording& recording) {
  for (const Access& access : std::views::reverse(recording.accesses)) {
    if (access.kind == AccessKind::surface_write) {
      return access.object;
    }
  }
  return std::nullopt;
}

std::uint64_t pixel_offset(const gpu::AccessRecording& recording, const HistoryPixel& pixel) {
  if (pixel.object >= recording.objects.size() || recording.objects[pixel.object].kind != AccessObject::Kind::surface) {
    throw gpu::InvalidArgument(
        fmt::format("object {} of the recording is not a surface; choose a surface", pixel.object));
  }
  const AccessObject& object = recording.objects[pixel.object];
  const gpu::Extent extent = object.array.copy_extent();
  if (pixel.x >= extent.width() || pixel.y >= extent.height() || pixel.z >= extent.depth()) {
    throw gpu::InvalidArgument(fmt::format("texel ({}, {}, {}) is outside surface {} ({}); choose one inside", pixel.x,
                                           pixel.y, pixel.z, pixel.object, gpu::to_string(object.array)));
  }
  return texel_offset(object, pixel.x, pixel.y, pixel.z);
}

std::vector<std::size_t> thread_accesses(const gpu::AccessRecording& recording, std::size_t access) {
  const std::vector<Access>& accesses = recording.accesses;
  std::vector<std::size_t> own;
  for (std::size_t at = first_of_thread(accesses, access);
       at < accesses.size() && is_same_thread(accesses[at], accesses[access]); ++at) {
    own.push_back(at);
  }
  return own;
}

std::optional<std::size_t> last_write(const gpu::AccessRecording& recording, std::size_t access, std::uint64_t offset) {
  const std::uint32_t memory = recording.objects[recording.accesses[access].object].memory;
  for (std::size_t earlier = access; earlier-- > 0;) {
    const Access& write = recording.accesses[earlier];
    if (is_write(write.kind) && covers(recording, write, memory, offset)) {
      return earlier;
    }
  }
  return std::nullopt;
}

std::vector<PixelWrite> byte_history(const gpu::AccessRecording& recording, const gpu::MemoryByte& byte) {
  std::vector<PixelWrite> writes;
  const std::vector<Access>& accesses = recording.accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (!is_write(accesses[i].kind) || !covers(recording, accesses[i], byte.memory, byte.offset)) {
      continue;
    }
    writes.push_back({i, thread_accesses(recording, i)});
  }
  return writes;
}

std::vector<PixelWrite> pixel_history(const gpu::AccessRecording& recording, const HistoryPixel& pixel) {
  const std::uint64_t offset = pixel_offset(recording, pixel);
  return byte_history(recording, {recording.objects[pixel.object].memory, offset});
}

std::vector<std::size_t> follow_nan(const gpu::AccessRecording& recording, std::size_t access) {
  const std::vector<Access>& accesses = recording.accesses;
  std::vector<std::size_t> steps{access};
  std::size_t at = access;
  for (bool is_followed = true; is_followed;) {
    is_followed = false;
    if (is_write(accesses[at].kind)) {
      // The first NaN that the thread had read.
      for (std::size_t own = first_of_thread(accesses, at); own < at && !is_followed; ++own) {
        if (!is_write(accesses[own].kind) && has_nan(recording.objects[accesses[own].object], accesses[own])) {
          at = own;
          is_followed = true;
        }
      }
    } else if (accesses[at].kind != AccessKind::fetch) {
      // The write that left it.
      if (const std::optional<std::size_t> write = last_write(recording, at, accesses[at].offset)) {
        at = *write;
        is_followed = has_nan(recording.objects[accesses[at].object], accesses[at]);
      }
    }
    if (is_followed) {
      steps.push_back(at);
    }
  }
  return steps;
}

std::string value_text(const gpu::AccessRecording& recording, const Access& access,
                       std::span<const std::uint32_t, 4> bits) {
  const AccessObject& object = recording.objects[access.object];
  switch (object.kind) {
    case AccessObject::Kind::texture:
      return format_text(
          object.texture.read_mode == gpu::ReadMode::normalized_float || object.array.format == gpu::DataType::float16
              ? gpu::DataType::float32
          : gpu::size_bytes(object.array.format) == 4 ? object.array.format
                                                      : gpu::DataType::int32,
          bits, 16);
    case AccessObject::Kind::surface:
      return format_text(object.array.format, bits, access.size_bytes);
    case AccessObject::Kind::memory:
      break;
  }
  return access.size_bytes % 4 != 0
             ? format_text(gpu::DataType::uint8, bits, access.size_bytes)
             : fmt::format("{} as float, {} as int", format_text(gpu::DataType::float32, bits, access.size_bytes),
                           format_text(gpu::DataType::int32, bits, access.size_bytes));
}

std::string access_text(const gpu::AccessRecording& recording, const Access& access) {
  const std::string_view kind = gpu::access_kind_names[static_cast<std::size_t>(access.kind)];
  const std::string value = value_text(recording, access, access.value);
  if (access.kind == AccessKind::fetch) {
    const kernels::TextureFetch fetch = access.fetch();
    const std::string at = fetch.operation == kernels::TextureOperation::element
                               ? fmt::format("element {}", fetch.element)
                               : fmt::format("({}, {}, {})", fetch.x, fetch.y, fetch.z);
    return fmt::format("fetch of {} at {} → {}", short_object_text(recording, access.object), at, value);
  }
  const std::string place = place_text(recording, access.object, access.offset);
  const std::string outside =
      access.place == gpu::AccessPlace::inside
          ? ""
          : fmt::format(", {}", gpu::access_place_names[static_cast<std::size_t>(access.place)]);
  return is_write(access.kind) ? fmt::format("{} of {}: {} → {}{}", kind, place,
                                             value_text(recording, access, access.before()), value, outside)
                               : fmt::format("{} of {}: {}{}", kind, place, value, outside);
}

}  // namespace texelscope::app
