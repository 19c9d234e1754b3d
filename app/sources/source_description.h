#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/sources/source.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The checked description of an array in a message.
struct SourceDescription {
  std::string name;
  gpu::ElementType type;
  gpu::StridedLayout layout;
  /// Size of the copy, in which the layout fits.
  std::uint64_t bytes = 0;
  std::int64_t time = 0;
  std::uint64_t skipped = 0;
  std::optional<gpu::TextureDescriptor> texture{};
  std::optional<SourcePart> part{};

  /// The shape of the array of which `layout` may be a part.
  [[nodiscard]] gpu::Dimensions whole_shape() const;
  /// Such as "float32 (1080, 1920, 4)", of the whole.
  [[nodiscard]] std::string text() const;
};

/// Parses an untrusted description. @throws FileError with the entry and the reason.
[[nodiscard]] SourceDescription parse_source(std::string_view json);

/// A process's greeting.
struct SourceProcess {
  std::int64_t process = 0;
  std::string program;
};
/// @throws FileError.
[[nodiscard]] SourceProcess parse_process(std::string_view json);

/// A ring's announcement: the array's name and the bytes of a slot. @throws FileError.
struct SourceRing {
  std::string name;
  std::uint64_t slot_bytes = 0;
  /// The slots are in the memory of a device; without its pool.
  std::optional<SourceMemory> memory{};
};
[[nodiscard]] SourceRing parse_ring(std::string_view json);

}  // namespace texelscope::app
